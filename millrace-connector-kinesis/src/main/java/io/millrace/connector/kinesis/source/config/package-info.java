// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Settings of the source; mirrored. */
package io.millrace.connector.kinesis.source.config;
