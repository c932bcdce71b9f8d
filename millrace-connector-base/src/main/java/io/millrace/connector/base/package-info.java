// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** What connectors share. */
package io.millrace.connector.base;
