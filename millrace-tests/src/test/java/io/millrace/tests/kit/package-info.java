// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What tests of running jobs are made of: sources whose pace a test decides, sinks and logs that
 * outlive restarts, faults that strike once, and ways to run a job that never hang the build.
 * Functions of a job are copied by serialization, so everything here that a test holds on to is
 * reached through {@link io.millrace.tests.kit.Shared}.
 */
package io.millrace.tests.kit;
