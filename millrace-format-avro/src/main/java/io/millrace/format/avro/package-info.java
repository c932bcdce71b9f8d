// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Tells the API which classes are Avro's. */
package io.millrace.format.avro;
