/**
 * From statistics to what people and programs read: the tables, plots, {@code summary.json} and
 * lists of a run. The same records give the same bytes.
 */
@NullMarked
package dev.heddle.harness.report;

import org.jspecify.annotations.NullMarked;
