// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.test.streaming.runtime.util;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The lists that copies of a function share in this JVM, by number. Any thread. */
public class TestListWrapper {

    private static final TestListWrapper INSTANCE = new TestListWrapper();

    private final List<List<?>> lists = new ArrayList<>();

    private TestListWrapper() {}

    public static TestListWrapper getInstance() {
        return INSTANCE;
    }

    /** The number of a new, empty list. */
    public synchronized int createList() {
        lists.add(Collections.synchronizedList(new ArrayList<>()));
        return lists.size() - 1;
    }

    public synchronized List<?> getList(int listId) {
        return lists.get(listId);
    }
}
