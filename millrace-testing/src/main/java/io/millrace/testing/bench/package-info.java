// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** One operator of the engine on the workbench: what the test harnesses work with. */
package io.millrace.testing.bench;
