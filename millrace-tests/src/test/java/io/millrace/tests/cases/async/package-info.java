// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Cases about functions whose answers come later. */
package io.millrace.tests.cases.async;
