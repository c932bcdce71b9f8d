// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** First names of {@link io.millrace.api.common.serialization}. */
package io.millrace.streaming.util.serialization;
