// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Descriptions of options, put together from elements. */
package io.millrace.configuration.description;
