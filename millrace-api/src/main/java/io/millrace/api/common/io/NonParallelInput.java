// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.io;

import io.millrace.annotation.Public;

/** Marks an input format whose input can't be cut into parts. */
@Public
public interface NonParallelInput {}
