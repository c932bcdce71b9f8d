// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.source;

import io.millrace.annotation.Public;

/** A source function that may run in several subtasks. */
@Public
public interface ParallelSourceFunction<OUT> extends SourceFunction<OUT> {}
