// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What tests against real servers share: whether a server is installed, a door before it, waiting
 * for a condition, and a job that counts.
 */
package io.millrace.tests.components;
