// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.kinesis.source.enumerator;

import io.millrace.annotation.Internal;

/** Whether a reader has a shard, or had it: a shard that was read to its end stays assigned. */
@Internal
public enum SplitAssignmentStatus {
    ASSIGNED(0),
    UNASSIGNED(1);

    private final int statusCode;

    SplitAssignmentStatus(int statusCode) {
        this.statusCode = statusCode;
    }

    /** How it stands in a checkpoint. */
    public int getStatusCode() {
        return statusCode;
    }

    public static SplitAssignmentStatus fromStatusCode(int statusCode) {
        for (SplitAssignmentStatus status : values()) {
            if (status.statusCode == statusCode) {
                return status;
            }
        }
        throw new IllegalArgumentException(
                "No assignment of a shard has the code "
                        + statusCode
                        + ": the checkpoint is of a newer version, or damaged");
    }
}
