// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Bytes with a version, and what readers answer. */
package io.millrace.core.io;
