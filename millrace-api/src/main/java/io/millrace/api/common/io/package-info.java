// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Input and output formats: how records are read from and written to files and other systems. */
package io.millrace.api.common.io;
