package dev.heddle.harness;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Which room of the house may name classes of which other room.
 *
 * <p>Strategies, timers and drivers stay interchangeable only as long as nobody names one: they are
 * found by {@link java.util.ServiceLoader}, at run time.
 */
class ArchitectureTest {

  private static final JavaClasses HOUSE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.heddle");

  @ParameterizedTest
  @CsvSource({
    "runtime,    runtime",
    "strategies, strategies runtime",
    "timers,     timers     runtime",
    "drivers,    drivers    runtime",
    "workloads,  workloads  runtime",
    "harness,    harness    workloads runtime",
  })
  void roomsOpenOnlyTheirOwnDoors(String room, String mayName) {
    doors(room, mayName.split(" +")).check(HOUSE);
  }

  @ParameterizedTest
  @CsvSource({
    "runtime,   org.jctools.. javax.management.. com.sun.tools.attach..",
    "workloads, dev.heddle.runtime.. org.openjdk.jmh.. org.HdrHistogram.. io.netty..",
  })
  void whatIsMeasuredBringsNoOtherLibrary(String room, String libraries) {
    libraries(room, libraries.split(" +")).check(HOUSE);
  }

  /** A rule that cannot fail guards nothing. */
  @Test
  void aClosedDoorIsNoticed() {
    assertThatThrownBy(() -> doors("strategies", "strategies").check(HOUSE))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("dev.heddle.runtime");
    assertThatThrownBy(() -> libraries("strategies", "org.jctools..").check(HOUSE))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("dev.heddle.runtime");
  }

  private static ArchRule doors(String room, String... mayName) {
    DescribedPredicate<JavaClass> open = resideInAnyPackage(packages(mayName));
    return noClasses()
        .that(inside(room))
        .should()
        .dependOnClassesThat(resideInAPackage("dev.heddle..").and(not(open)));
  }

  private static ArchRule libraries(String room, String... packages) {
    Stream<String> always =
        Stream.of(
            "dev.heddle." + room + "..",
            "java..",
            "jdk..",
            "com.sun.management..",
            "org.jspecify..");
    return classes()
        .that(inside(room))
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(Stream.concat(always, Stream.of(packages)).toArray(String[]::new)));
  }

  /** Rules fail on a room without classes, and {@code package-info} alone does not furnish one. */
  private static DescribedPredicate<JavaClass> inside(String room) {
    return resideInAPackage("dev.heddle." + room + "..").and(not(simpleName("package-info")));
  }

  private static String[] packages(String... rooms) {
    return Stream.of(rooms).map(room -> "dev.heddle." + room + "..").toArray(String[]::new);
  }
}
