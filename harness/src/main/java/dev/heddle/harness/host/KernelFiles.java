package dev.heddle.harness.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The one-line files of {@code /proc} and {@code /sys} under a root, so that a recorded tree reads
 * like a live one. Whatever is absent or refused (a container often hides files) reads as null: not
 * known.
 */
final class KernelFiles {
  private final Path root;

  KernelFiles(Path root) {
    this.root = root;
  }

  /** The trimmed content, or null. */
  @Nullable String text(String file) {
    try {
      return new String(Files.readAllBytes(root.resolve(file)), StandardCharsets.UTF_8).strip();
    } catch (IOException absentOrRefused) {
      return null;
    }
  }

  /** The lines, none if the file cannot be read. */
  List<String> lines(String file) {
    String text = text(file);
    return text == null ? List.of() : text.lines().toList();
  }

  /** The content as an integer, or null if it is none. */
  @Nullable Integer integer(String file) {
    return parseInt(text(file));
  }

  /** The content as a list of ranges such as {@code 0-3,8}, or null. */
  @Nullable List<Integer> ranges(String file) {
    String text = text(file);
    return text == null ? null : parseRanges(text);
  }

  /** The {@code key: value} lines by key; of a repeated key the first. */
  Map<String, String> fields(String file) {
    return lines(file).stream()
        .map(line -> line.split(":", 2))
        .filter(parts -> parts.length == 2)
        .collect(
            Collectors.toMap(
                parts -> parts[0].strip(), parts -> parts[1].strip(), (first, later) -> first));
  }

  boolean exists(String file) {
    return Files.exists(root.resolve(file));
  }

  /** The names in a folder, sorted; none if it cannot be read. */
  List<String> names(String folder) {
    try (Stream<Path> entries = Files.list(root.resolve(folder))) {
      return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
    } catch (IOException absentOrRefused) {
      return List.of();
    }
  }

  static @Nullable Integer parseInt(@Nullable String text) {
    return text != null && text.matches("-?\\d{1,9}") ? Integer.valueOf(text) : null;
  }

  static List<Integer> parseRanges(String text) {
    List<Integer> numbers = new ArrayList<>();
    for (String range : text.strip().split(",", -1)) {
      if (!range.isBlank()) {
        String[] ends = range.strip().split("-", 2);
        int last = Integer.parseInt(ends[ends.length - 1]);
        for (int number = Integer.parseInt(ends[0]); number <= last; number++) {
          numbers.add(number);
        }
      }
    }
    return numbers;
  }
}
