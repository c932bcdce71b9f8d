// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Settings: what options there are, and maps of values for them. Begin with {@link
 * io.millrace.configuration.ConfigOption} and {@link io.millrace.configuration.Configuration}.
 */
package io.millrace.configuration;
