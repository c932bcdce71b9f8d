// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** The choice of heap state. */
package io.millrace.runtime.state.hashmap;
