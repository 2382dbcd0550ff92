/**
 * The claims that articles make about Tokio-style runtimes, each as an experiment and a rule that
 * gives a verdict: what is run, what is compared, and from when on the claim counts as confirmed or
 * refuted. Judging is a pure function of records.
 */
@NullMarked
package dev.heddle.harness.claims;

import org.jspecify.annotations.NullMarked;
