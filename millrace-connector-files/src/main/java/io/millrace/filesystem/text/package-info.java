// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What this module gives to the rest through {@link java.util.ServiceLoader}. It is no file system;
 * the classes users name are in {@code io.millrace.connector.file}.
 */
package io.millrace.filesystem.text;
