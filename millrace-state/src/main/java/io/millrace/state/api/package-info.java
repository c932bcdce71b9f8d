// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Building savepoints, changing those that are there, and reading them. */
package io.millrace.state.api;
