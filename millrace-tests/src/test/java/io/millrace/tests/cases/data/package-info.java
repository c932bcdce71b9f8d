// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Jobs over real data, written as a user would, compared with answers computed elsewhere. */
package io.millrace.tests.cases.data;
