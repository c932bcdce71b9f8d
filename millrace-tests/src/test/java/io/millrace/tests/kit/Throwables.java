// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.kit;

import java.util.ArrayList;
import java.util.List;

/** Looks through the causes of a failure. */
public final class Throwables {

    private Throwables() {}

    /** The cause that has none itself. */
    public static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    /** The messages of a failure and all its causes, outermost first. */
    public static List<String> messages(Throwable failure) {
        List<String> messages = new ArrayList<>();
        for (Throwable each = failure; each != null; each = each.getCause()) {
            messages.add(String.valueOf(each.getMessage()));
        }
        return messages;
    }
}
