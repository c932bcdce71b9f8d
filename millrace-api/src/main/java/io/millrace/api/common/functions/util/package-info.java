// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Small helpers for code that calls functions. */
package io.millrace.api.common.functions.util;
