// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Avro records in streams and state. */
package io.millrace.formats.avro.typeutils;
