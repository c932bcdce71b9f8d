// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What connectors share. The classes here and below are Flink's own, of {@code
 * flink-connector-base}, with their package prefix changed when the module is built.
 */
package io.millrace.connector.base;
