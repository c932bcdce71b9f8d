// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Functions whose answers come later, from elsewhere: calls to other systems. */
package io.millrace.streaming.api.functions.async;
