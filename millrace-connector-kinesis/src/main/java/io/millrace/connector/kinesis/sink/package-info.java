// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** The sink of Kinesis streams; mirrored. */
package io.millrace.connector.kinesis.sink;
