// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** What a format knows of the size of its input. */
package io.millrace.api.common.io.statistics;
