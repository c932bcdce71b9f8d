// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Avro records in messages and files. */
package io.millrace.formats.avro;
