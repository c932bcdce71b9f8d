// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

/**
 * What a reader of a checkpoint is told of one state without opening it.
 *
 * @param name the state's name
 * @param kind {@code value}, {@code list}, {@code map}, {@code reducing}, {@code aggregating},
 *     {@code timers}, {@code operator-list}, {@code union-list}, {@code broadcast}, {@code
 *     raw-operator}, {@code raw-keyed}
 * @param type logical type, such as {@code Long} or {@code Map<String, Long>}
 * @param entries keys (keyed state), timers, or list elements
 */
public record StateSummary(String name, String kind, String type, long entries) {}
