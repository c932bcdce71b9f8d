// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Cases about how a program is written: keys, lambdas, names. */
package io.millrace.tests.cases.api;
