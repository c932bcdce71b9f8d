// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Small jobs of many shapes, simulated from thousands of seeds; and engines with a planted bug,
 * each of which some seed must find. Begin with {@code SimulationTest}.
 */
package io.millrace.tests.simulation;
