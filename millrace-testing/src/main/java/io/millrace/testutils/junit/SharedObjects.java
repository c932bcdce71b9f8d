// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testutils.junit;

import org.junit.rules.ExternalResource;

/**
 * Lets a test and the functions of its job share objects, though functions are copied (JUnit 4).
 * What was shared is forgotten after the test.
 */
public class SharedObjects extends ExternalResource {

    private final SharedTable table = new SharedTable();

    private SharedObjects() {}

    public static SharedObjects create() {
        return new SharedObjects();
    }

    /** A reference that every copy of a function may have. */
    public <T> SharedReference<T> add(T object) {
        return table.add(object);
    }

    @Override
    protected void before() throws Throwable {}

    @Override
    protected void after() {
        table.clear();
    }
}
