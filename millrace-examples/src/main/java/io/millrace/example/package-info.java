// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Small programs to read and run, each in one file. Begin with {@link
 * io.millrace.example.WordCount}.
 */
package io.millrace.example;
