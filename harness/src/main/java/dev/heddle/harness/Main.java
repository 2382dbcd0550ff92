package dev.heddle.harness;

import dev.heddle.harness.host.DoctorCommand;
import dev.heddle.harness.plan.BadInput;
import dev.heddle.harness.plan.Names;
import dev.heddle.harness.report.ReportCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line. Exit codes: 0 all went well; 1 something ran and did not go well; 2 bad input,
 * said in one line; 130 interrupted.
 */
@Command(
    name = "run-bench.sh",
    description = "Compares scheduler strategies under the same asynchronous tasks.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    subcommands = {
      RunCommand.class,
      ClaimsCommand.class,
      ListCommand.class,
      ExplainCommand.class,
      ReportCommand.class,
      DoctorCommand.class,
      RulerCommand.class
    },
    footer = {
      "",
      "Without a command, 'run' is meant: run-bench.sh --profile smoke",
      "Its options: run-bench.sh run --help; what can be named: run-bench.sh list, explain"
    })
public final class Main {
  private static final int FAILED = 1;
  private static final int BAD_INPUT = 2;

  /** What may stand first without meaning {@code run}. */
  private static final Set<String> OWN_OPTIONS = Set.of("-h", "--help", "-V", "--version");

  private Main() {}

  /** Runs one command and exits. */
  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT); // numbers and tables are the same bytes everywhere
    int code = commandLine().execute(withCommand(args));
    if (System.out.checkError()) {
      System.err.println("heddle: standard output could not be written whole");
      code = Math.max(code, FAILED);
    }
    System.exit(code);
  }

  /**
   * Runs one command, which may be left out, with its output going elsewhere.
   *
   * @return its exit code
   */
  public static int execute(PrintWriter out, PrintWriter err, String... args) {
    return commandLine().setOut(out).setErr(err).execute(withCommand(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main())
        .registerConverter(Integer.class, text -> whole(text, Integer::valueOf))
        .registerConverter(Long.class, text -> whole(text, Long::valueOf))
        .setParameterExceptionHandler((e, args) -> refuse(e.getCommandLine(), message(e)))
        .setExecutionExceptionHandler((e, commandLine, parsed) -> {
          if (e instanceof BadInput) {
            return refuse(commandLine, text(e));
          }
          if (e instanceof IOException) {
            // No stack trace: the disk is full, a folder is gone.
            commandLine.getErr().println("heddle: " + e);
            return FAILED;
          }
          throw e;
        });
  }

  /** Picocli's own words are for those who know Java. */
  private static <T> T whole(String text, Function<String, T> parsed) {
    try {
      return parsed.apply(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException(
          text.matches("[+-]?\\d+")
              ? "%s is too large".formatted(text)
              : "'%s' is no whole number".formatted(text));
    }
  }

  /** {@code run} is the command when none is named. */
  static String[] withCommand(String... args) {
    boolean named = args.length > 0 && (!args[0].startsWith("-") || OWN_OPTIONS.contains(args[0]));
    if (named) {
      return args;
    }
    List<String> completed = new ArrayList<>(List.of("run"));
    completed.addAll(Arrays.asList(args));
    return completed.toArray(String[]::new);
  }

  private static int refuse(CommandLine commandLine, String message) {
    commandLine.getErr().println("heddle: " + message.lines().findFirst().orElse(message));
    return BAD_INPUT;
  }

  /** Picocli's message, or for an unknown word the nearest known one. */
  private static String message(ParameterException e) {
    if (e instanceof UnmatchedArgumentException unmatched && !unmatched.getUnmatched().isEmpty()) {
      String word = unmatched.getUnmatched().getFirst();
      CommandSpec spec = e.getCommandLine().getCommandSpec();
      List<String> known = new ArrayList<>();
      if (word.startsWith("-")) {
        spec.options().stream()
            .filter(option -> !option.hidden())
            .forEach(option -> known.add(option.longestName()));
        return text(Names.unknown("option", word.replaceFirst("=.*", ""), known));
      }
      known.addAll(spec.subcommands().keySet());
      if (!known.isEmpty()) {
        return text(Names.unknown("command", word, known));
      }
    }
    return text(e);
  }

  private static String text(Exception e) {
    return String.valueOf(e.getMessage());
  }
}
