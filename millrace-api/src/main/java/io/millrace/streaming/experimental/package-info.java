// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Takes results of a job over a socket. */
package io.millrace.streaming.experimental;
