// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A test with a logger of its own. It is here and not in the test kit because this is the module of
 * its package; it needs nothing of JUnit, whose report tells which test runs.
 */
public class TestLogger {

    protected final Logger log = LoggerFactory.getLogger(getClass());

    public TestLogger() {}
}
