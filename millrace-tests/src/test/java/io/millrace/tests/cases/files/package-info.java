// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Cases about the file source and the file sink in whole jobs. */
package io.millrace.tests.cases.files;
