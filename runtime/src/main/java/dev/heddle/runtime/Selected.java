package dev.heddle.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Which of several futures was ready first, and its value.
 *
 * @param index its place among them, from 0
 */
public record Selected<T extends @Nullable Object>(int index, T value) {}
