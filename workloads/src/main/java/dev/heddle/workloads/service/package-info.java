/**
 * A service under an open load: requests that come when they come, whether or not earlier ones are
 * answered, drawn before the run, sent on time, and measured from the moment they were due.
 */
@NullMarked
package dev.heddle.workloads.service;

import org.jspecify.annotations.NullMarked;
