// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Compressed files that input formats read. */
package io.millrace.api.common.io.compression;
