// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.source;

/** A source function that may run in several subtasks. */
public interface ParallelSourceFunction<OUT> extends SourceFunction<OUT> {}
