// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** The source of Kinesis streams; mirrored. */
package io.millrace.connector.kinesis.source;
