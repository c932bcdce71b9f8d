// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** What the launcher's commands show of snapshots, and what they find wrong with them. */
package io.millrace.tests.cases.tools;
