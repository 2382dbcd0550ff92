/** JMH benchmarks, one class per workload family. */
@NullMarked
package dev.heddle.workloads;

import org.jspecify.annotations.NullMarked;
