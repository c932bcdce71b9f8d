// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** The older source of generated records. */
package io.millrace.streaming.api.functions.source.datagen;
