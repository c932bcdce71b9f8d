// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** The older choice of heap state with checkpoints in files. */
package io.millrace.runtime.state.filesystem;
