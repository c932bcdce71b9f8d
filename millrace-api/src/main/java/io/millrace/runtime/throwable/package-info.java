// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** How an exception says whether trying again can help. */
package io.millrace.runtime.throwable;
