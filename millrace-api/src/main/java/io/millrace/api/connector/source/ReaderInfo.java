// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source;

import io.millrace.annotation.Public;
import java.io.Serializable;
import java.util.Objects;

/** What an enumerator knows of a reader. */
@Public
public final class ReaderInfo implements Serializable {

    private static final long serialVersionUID = 1L;

    private final int subtaskId;
    private final String location;

    public ReaderInfo(int subtaskId, String location) {
        this.subtaskId = subtaskId;
        this.location = location;
    }

    public int getSubtaskId() {
        return subtaskId;
    }

    /** Name of the reader's host. */
    public String getLocation() {
        return location;
    }

    @Override
    public int hashCode() {
        return Objects.hash(subtaskId, location);
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof ReaderInfo that
                && subtaskId == that.subtaskId
                && Objects.equals(location, that.location);
    }
}
