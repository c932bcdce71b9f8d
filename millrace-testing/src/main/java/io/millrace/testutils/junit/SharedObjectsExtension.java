// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testutils.junit;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets a test and the functions of its job share objects, though functions are copied (JUnit 5).
 * What was shared is forgotten after the test.
 */
public class SharedObjectsExtension implements BeforeEachCallback, AfterEachCallback {

    private final SharedTable table = new SharedTable();

    private SharedObjectsExtension() {}

    public static SharedObjectsExtension create() {
        return new SharedObjectsExtension();
    }

    /** A reference that every copy of a function may have. */
    public <T> SharedReference<T> add(T object) {
        return table.add(object);
    }

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {}

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        table.clear();
    }
}
