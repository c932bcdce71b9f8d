// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Files that a program hands to its functions by name. */
package io.millrace.api.common.cache;
