// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** What concerns a job as a whole: its id, status, settings and result. */
package io.millrace.api.common;
