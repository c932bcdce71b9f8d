// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Input and output formats for text, tuples and collections. */
package io.millrace.api.java.io;
