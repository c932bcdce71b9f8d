// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Records to JSON and back. */
package io.millrace.formats.json;
