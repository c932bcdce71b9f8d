// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Whether a stream takes part in making watermarks. */
package io.millrace.streaming.runtime.watermarkstatus;
