// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Settings of AWS; mirrored. */
package io.millrace.connector.aws.config;
