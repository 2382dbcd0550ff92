package dev.heddle.runtime.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is written is what another parser reads. */
class JsonTest {
  /** Public, as Json asks for: it reads what anybody could. */
  public record Inner(boolean yes, @Nullable String nothing, TaskDump.State state) {}

  /** Of everything. */
  public record Outer(int small, long large, String text, List<Inner> inners, List<Long> empty) {}

  private static JsonNode parsed(Object value) throws Exception {
    return new ObjectMapper().readTree(Json.of(value));
  }

  @Test
  void recordsAreObjectsOfTheirComponents() throws Exception {
    JsonNode node =
        parsed(
            new Outer(
                -1,
                Long.MIN_VALUE,
                "text",
                List.of(new Inner(true, null, TaskDump.State.WAITING)),
                List.of()));
    assertThat(node.get("small").intValue()).isEqualTo(-1);
    assertThat(node.get("large").longValue()).isEqualTo(Long.MIN_VALUE);
    assertThat(node.get("text").textValue()).isEqualTo("text");
    assertThat(node.get("empty")).isEmpty();
    JsonNode inner = node.get("inners").get(0);
    assertThat(inner.get("yes").booleanValue()).isTrue();
    assertThat(inner.get("nothing").isNull()).isTrue();
    assertThat(inner.get("state").textValue()).isEqualTo("WAITING");
  }

  @Property
  void everyStringComesBackAsItWas(@ForAll String text) throws Exception {
    assertThat(parsed(text).textValue()).isEqualTo(text);
    assertThat(Json.of(text)).doesNotContain("\n");
  }

  @Test
  void whatItDoesNotKnowItRefuses() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Json.of(1.5))
        .withMessage("no JSON for class java.lang.Double; allowed are records and their parts");
  }
}
