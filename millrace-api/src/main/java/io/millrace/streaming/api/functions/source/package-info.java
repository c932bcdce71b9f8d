// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Sources of the older kind: a loop of their own. */
package io.millrace.streaming.api.functions.source;
