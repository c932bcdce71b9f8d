// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Files and sockets by older names, and the formats of messages, in whole jobs. */
package io.millrace.tests.cases.formats;
