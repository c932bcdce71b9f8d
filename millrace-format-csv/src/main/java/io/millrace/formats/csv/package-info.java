// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Reads CSV files. */
package io.millrace.formats.csv;
