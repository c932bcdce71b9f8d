// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** A source that makes its records. */
package io.millrace.connector.datagen.source;
