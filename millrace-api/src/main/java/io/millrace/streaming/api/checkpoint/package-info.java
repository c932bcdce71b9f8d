// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** What a function implements to have state of its own in checkpoints. */
package io.millrace.streaming.api.checkpoint;
