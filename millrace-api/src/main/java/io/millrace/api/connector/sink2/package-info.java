// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** The contract of sinks: writers, with state and with commits where a sink has them. */
package io.millrace.api.connector.sink2;
