package dev.heddle.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.workloads.WorkloadFailure;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.BenchmarkException;
import org.openjdk.jmh.runner.RunnerException;

class FailuresTest {

  @Test
  void theWorkloadsOwnWordsAreFoundWhereverJmhHidesThem() {
    Throwable hidden = new IllegalStateException("outer", new WorkloadFailure("skynet", "a sum"));
    assertThat(Failures.reason(new RunnerException("caught", new BenchmarkException(hidden))))
        .isEqualTo("skynet: a sum");
  }

  @Test
  void withoutAWordOfTheWorkloadTheInnermostExceptionIsTheReason() {
    Throwable inner = new IllegalStateException("exit code 1");
    assertThat(Failures.reason(new RunnerException("caught", new BenchmarkException(inner))))
        .isEqualTo("java.lang.IllegalStateException: exit code 1");
  }

  @Test
  void aReasonIsOneLine() {
    assertThat(Failures.reason(new WorkloadFailure("skynet", "a\n  b"))).isEqualTo("skynet: a b");
  }
}
