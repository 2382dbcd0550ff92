package dev.heddle.harness.claims;

/**
 * What a trial came to.
 *
 * @param name what it was to show
 * @param passed whether it did
 * @param found what was found, in one line: the evidence
 */
public record TrialResult(String name, boolean passed, String found) {}
