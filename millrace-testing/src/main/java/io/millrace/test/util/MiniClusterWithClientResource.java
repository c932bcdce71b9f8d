// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.test.util;

import io.millrace.runtime.testutils.MiniClusterResource;
import io.millrace.runtime.testutils.MiniClusterResourceConfiguration;
import io.millrace.streaming.util.TestStreamEnvironment;

/**
 * A mini cluster whose environments {@code getExecutionEnvironment()} gives while the tests of its
 * rule run (JUnit 4). Jobs that are left at the end are cancelled.
 */
public class MiniClusterWithClientResource extends MiniClusterResource {

    public MiniClusterWithClientResource(MiniClusterResourceConfiguration configuration) {
        super(configuration);
    }

    @Override
    public void before() throws Exception {
        super.before();
        TestStreamEnvironment.setAsContext(getMiniCluster(), getNumberSlots());
    }

    @Override
    public void after() {
        TestStreamEnvironment.unsetAsContext();
        super.after();
    }
}
