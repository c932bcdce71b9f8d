// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** State a function keeps, how it is described, and the news about checkpoints. */
package io.millrace.api.common.state;
