// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Sources that need no outside system. */
package io.millrace.api.connector.source.lib;
