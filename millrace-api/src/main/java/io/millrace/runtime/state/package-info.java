// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** What functions are told about state, and the choice of state backend and checkpoint storage. */
package io.millrace.runtime.state;
