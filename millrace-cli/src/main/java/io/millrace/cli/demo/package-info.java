// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The demo: a word count that is killed again and again and still counts every word exactly once.
 *
 * <p>{@link io.millrace.cli.demo.DemoCommand} is the parent: it counts plainly, starts child
 * processes, kills them, and compares. {@link io.millrace.cli.demo.WordCountJob} is what a child
 * runs: a program like any user's. The two share no code but {@link
 * io.millrace.cli.demo.JobSettings} and {@link io.millrace.cli.demo.Event}, what they tell each
 * other.
 */
package io.millrace.cli.demo;
