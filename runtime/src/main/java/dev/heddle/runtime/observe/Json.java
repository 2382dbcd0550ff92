package dev.heddle.runtime.observe;

import dev.heddle.runtime.DurationHistogram;
import java.lang.reflect.RecordComponent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes records as JSON, because the runtime brings no library along: public records of strings,
 * whole numbers, booleans, enums, lists, histograms and records.
 */
final class Json {
  private final StringBuilder out = new StringBuilder();

  private Json() {}

  /**
   * A value on one line.
   *
   * @throws IllegalArgumentException if there is a value of another kind in it
   */
  static String of(@Nullable Object value) {
    Json json = new Json();
    json.write(value);
    return json.out.toString();
  }

  private void write(@Nullable Object value) {
    switch (value) {
      case null -> out.append("null");
      case String text -> string(text);
      case Enum<?> constant -> string(constant.name());
      case Long number -> out.append(number);
      case Integer number -> out.append(number);
      case Boolean truth -> out.append(truth);
      case DurationHistogram histogram -> write(Quantiles.of(histogram));
      case List<?> list -> list(list);
      case Record fields -> record(fields);
      default ->
          throw new IllegalArgumentException(
              "no JSON for " + value.getClass() + "; allowed are records and their parts");
    }
  }

  private void list(List<?> list) {
    out.append('[');
    String separator = "";
    for (Object element : list) {
      out.append(separator);
      write(element);
      separator = ",";
    }
    out.append(']');
  }

  private void record(Record fields) {
    out.append('{');
    String separator = "";
    for (RecordComponent component : fields.getClass().getRecordComponents()) {
      out.append(separator);
      string(component.getName());
      out.append(':');
      try {
        write(component.getAccessor().invoke(fields));
      } catch (ReflectiveOperationException e) {
        throw new IllegalArgumentException("cannot read " + component, e);
      }
      separator = ",";
    }
    out.append('}');
  }

  private void string(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        default -> {
          // Beside control characters, halves of surrogate pairs, which may stand alone in a name.
          if (c < ' ' || Character.isSurrogate(c)) {
            out.append("\\u%04x".formatted((int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
