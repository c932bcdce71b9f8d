// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** What a mini cluster is made of: the jobs that tests have started in it. */
package io.millrace.testing.cluster;
