package dev.heddle.workloads.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadTest {
  private static final long NUMBER = 0x0102_0304_0506_0708L;

  @ParameterizedTest
  @ValueSource(ints = {8, 9, 15, 16, 64})
  void anAnswerIsKnownHoweverItIsCut(int length) {
    ByteBuffer whole = filled(length, NUMBER);
    for (int cut = 0; cut <= length; cut++) {
      assertThat(Payload.matches(whole.slice(0, cut), 0, length, NUMBER)).isTrue();
      assertThat(Payload.matches(whole.slice(cut, length - cut), cut, length, NUMBER)).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 9, 15, 16, 64})
  void aWrongByteOfTheNumberIsFoundInWhicheverPartItComes(int length) {
    int last = length < 16 ? 0 : length - 8;
    for (int wrong : new int[] {0, 7, last, last + 7}) {
      ByteBuffer whole = filled(length, NUMBER);
      whole.put(wrong, (byte) ~whole.get(wrong));
      for (int cut = 0; cut <= length; cut++) {
        boolean first = Payload.matches(whole.slice(0, cut), 0, length, NUMBER);
        boolean rest = Payload.matches(whole.slice(cut, length - cut), cut, length, NUMBER);
        assertThat(first && rest).as("byte %d, cut at %d", wrong, cut).isFalse();
      }
    }
  }

  private static ByteBuffer filled(int length, long number) {
    ByteBuffer bytes = ByteBuffer.allocate(128);
    Payload.fill(bytes, length, number);
    return bytes;
  }
}
