// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.io;

import io.millrace.annotation.Public;
import io.millrace.core.io.InputSplit;
import io.millrace.core.io.InputSplitAssigner;
import io.millrace.core.io.LocatableInputSplit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Deals out parts, those first that are near to the host that asks. */
@Public
public final class LocatableInputSplitAssigner implements InputSplitAssigner {

    private final List<LocatableInputSplit> splits = new ArrayList<>();
    private int local;
    private int remote;

    /** Deals out these. */
    public LocatableInputSplitAssigner(Collection<LocatableInputSplit> splits) {
        this.splits.addAll(splits);
    }

    /** Deals out these. */
    public LocatableInputSplitAssigner(LocatableInputSplit[] splits) {
        Collections.addAll(this.splits, splits);
    }

    @Override
    public LocatableInputSplit getNextInputSplit(String host, int taskId) {
        synchronized (splits) {
            for (int i = 0; i < splits.size(); i++) {
                if (isNear(splits.get(i), host)) {
                    local++;
                    return splits.remove(i);
                }
            }
            if (splits.isEmpty()) {
                return null;
            }
            remote++;
            return splits.remove(0);
        }
    }

    private static boolean isNear(LocatableInputSplit split, String host) {
        if (host == null) {
            return false;
        }
        for (String at : split.getHostnames()) {
            if (at != null && at.toLowerCase(Locale.ROOT).equals(host.toLowerCase(Locale.ROOT))) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void returnInputSplit(List<InputSplit> returned, int taskId) {
        synchronized (splits) {
            for (InputSplit split : returned) {
                splits.add((LocatableInputSplit) split);
            }
        }
    }

    /** How many parts went to a host they are near to. */
    public int getNumberOfLocalAssignments() {
        synchronized (splits) {
            return local;
        }
    }

    /** How many parts went elsewhere. */
    public int getNumberOfRemoteAssignments() {
        synchronized (splits) {
            return remote;
        }
    }
}
