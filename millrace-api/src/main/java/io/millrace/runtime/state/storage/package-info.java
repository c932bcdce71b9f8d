// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** The choice of where checkpoints go. */
package io.millrace.runtime.state.storage;
