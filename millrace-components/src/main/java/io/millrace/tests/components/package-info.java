// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What tests against real servers share: whether a server is installed, a door before it, waiting
 * for a condition, processes that are killed, and jobs that count.
 */
package io.millrace.tests.components;
