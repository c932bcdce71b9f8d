// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** What flows in a stream, as operator signatures name it. */
package io.millrace.streaming.runtime.streamrecord;
