package dev.heddle.harness;

/**
 * One thing to know of something that has a name.
 *
 * @param key in a word or two
 * @param text in words
 */
record Fact(String key, String text) {}
