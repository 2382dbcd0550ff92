package dev.heddle.harness.claims;

/**
 * A verdict.
 *
 * @param answer the word
 * @param reason which parts of the claim hold and which do not, or why that is unknown; one line
 */
public record Ruling(Answer answer, String reason) {}
