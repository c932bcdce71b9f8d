// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Building savepoints, and changing those that are there. */
package io.millrace.state.api;
