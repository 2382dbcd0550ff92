package dev.heddle.runtime;

import java.util.List;
import java.util.function.BiFunction;

/** A task whose poll is a lambda over itself and the context. */
final class Scripted extends Task<String> {
  private final String name;
  private final BiFunction<Scripted, Context, Poll> body;
  int polls;
  int closes;

  Scripted(String name, BiFunction<Scripted, Context, Poll> body) {
    this.name = name;
    this.body = body;
  }

  /** Notes its name at each poll, and is ready at the first. */
  static Scripted noting(String name, List<String> log) {
    return new Scripted(
        name,
        (self, context) -> {
          log.add(name);
          return self.done(name);
        });
  }

  Poll done(String value) {
    return ready(value);
  }

  @Override
  public Poll poll(Context context) {
    polls++;
    return body.apply(this, context);
  }

  @Override
  public void close() {
    closes++;
  }

  @Override
  public String toString() {
    return name;
  }
}
