// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** What becomes of the records of a stream; mirrored. */
package io.millrace.connector.kinesis.source.serialization;
