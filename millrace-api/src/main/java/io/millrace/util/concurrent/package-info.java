// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Executors for programs. */
package io.millrace.util.concurrent;
