// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** What makes state of data. */
package io.millrace.state.api.functions;
