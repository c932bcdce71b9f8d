// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.runtime.streamrecord;

import io.millrace.annotation.Experimental;

/** What following records have in common. None is ever sent here; operator signatures name it. */
@Experimental
public class RecordAttributes extends StreamElement {

    private final boolean isBacklog;

    public RecordAttributes(boolean isBacklog) {
        this.isBacklog = isBacklog;
    }

    /** Whether the records are old ones that are caught up with. */
    public boolean isBacklog() {
        return isBacklog;
    }

    @Override
    public boolean equals(Object o) {
        return o != null
                && o.getClass() == getClass()
                && ((RecordAttributes) o).isBacklog == isBacklog;
    }

    @Override
    public int hashCode() {
        return Boolean.hashCode(isBacklog);
    }

    @Override
    public String toString() {
        return "RecordAttributes(backlog=" + isBacklog + ')';
    }
}
