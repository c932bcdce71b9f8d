// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Files and directories in whatever file system, by scheme. */
package io.millrace.core.fs;
