package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RuntimeCountersTest {
  private static final RecordComponent[] COMPONENTS = RuntimeCounters.class.getRecordComponents();

  /** Counters of which the i-th has the i-th of the values. */
  private static RuntimeCounters of(IntToLongFunction value) throws ReflectiveOperationException {
    Class<?>[] types =
        Arrays.stream(COMPONENTS).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Object[] values = IntStream.range(0, COMPONENTS.length).mapToObj(value::applyAsLong).toArray();
    return RuntimeCounters.class.getDeclaredConstructor(types).newInstance(values);
  }

  @Test
  void addUpFieldByField() throws Exception {
    assertThat(of(i -> i).plus(of(i -> 10L * i))).isEqualTo(of(i -> 11L * i));
    assertThat(of(i -> i).plus(RuntimeCounters.ZERO)).isEqualTo(of(i -> i));
  }

  @Test
  void subtractFieldByField() throws Exception {
    assertThat(of(i -> 10L * i).minus(of(i -> i))).isEqualTo(of(i -> 9L * i));
  }

  @Test
  void whatOneSideDoesNotKnowTheResultDoesNotKnow() throws Exception {
    RuntimeCounters partly = of(i -> i % 2 == 0 ? RuntimeCounters.UNKNOWN : i);
    assertThat(partly.plus(of(i -> i)))
        .isEqualTo(of(i -> i % 2 == 0 ? RuntimeCounters.UNKNOWN : 2L * i));
    assertThat(of(i -> 3L * i).minus(partly))
        .isEqualTo(of(i -> i % 2 == 0 ? RuntimeCounters.UNKNOWN : 2L * i));
  }
}
