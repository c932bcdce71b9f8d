// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import software.amazon.awssdk.services.kinesis.model.Record;

/**
 * What comes of a shard: a record, or word of how far the shard has been read, or its end.
 *
 * @param record null if it is word only
 * @param readUntil milliseconds since 1970: all that arrived before is out; 0 if it is not known
 * @param behindMillis how far behind the newest record of the stream; -1 if it is not known
 * @param isEnd nothing comes after it
 */
record ShardRecord(Record record, long readUntil, long behindMillis, boolean isEnd) {

    static ShardRecord of(Record record) {
        return new ShardRecord(record, 0, -1, false);
    }

    static ShardRecord progress(long readUntil, long behindMillis) {
        return new ShardRecord(null, readUntil, behindMillis, false);
    }

    static ShardRecord end() {
        return new ShardRecord(null, 0, -1, true);
    }
}
