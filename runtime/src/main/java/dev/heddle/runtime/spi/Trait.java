package dev.heddle.runtime.spi;

/**
 * One thing that makes a strategy what it is: a part it is composed of, a rule, a constant.
 *
 * @param part what it decides, such as {@code local queue}
 * @param choice how, with its constants and their units, in one line without a full stop
 */
public record Trait(String part, String choice) {}
