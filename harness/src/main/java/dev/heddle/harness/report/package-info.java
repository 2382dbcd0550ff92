/**
 * From statistics to what people and programs read: the tables, {@code summary.json} and {@code
 * table.csv} of a run. The same records give the same bytes.
 */
@NullMarked
package dev.heddle.harness.report;

import org.jspecify.annotations.NullMarked;
