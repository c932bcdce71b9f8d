// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Things found at run time. */
package io.millrace.core.plugin;
