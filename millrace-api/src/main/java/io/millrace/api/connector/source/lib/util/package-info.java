// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Sources whose splits are iterators. */
package io.millrace.api.connector.source.lib.util;
