// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** What a Sink V2 may add to a program before its writer and around its committer. */
package io.millrace.streaming.api.connector.sink2;
