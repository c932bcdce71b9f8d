// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.core.memory.DataOutputSerializer;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * How entries that expire lie in RocksDB: each in a column of a row as Cassandra has them, because
 * RocksDB comes with a compaction filter that understands those, and removes each column when its
 * time is over, and the row with its last column. A value and an entry of a map are rows of one
 * column, a list is one of a column for each element.
 *
 * <p>A row: {@code int} 2147483647 and {@code long} −2^63, which say that it is not deleted; then
 * the columns. A column: {@code byte} 2, or 0 for one that never expires; {@code byte} 0; {@code
 * long} when it was written, in microseconds since 1970; {@code int} length; the bytes; unless it
 * never expires, {@code int} the seconds it lives. The seconds are rounded up, and the time of
 * writing is put back by as much, so that both together are right to the millisecond.
 */
final class Envelope {

    private static final int EXPIRES = 2;
    private static final int STAYS = 0;
    private static final int ROW_HEADER = Integer.BYTES + Long.BYTES;
    private static final int COLUMN_HEADER = 2 + Long.BYTES + Integer.BYTES;

    private Envelope() {}

    /** Is shown what is in a column. */
    interface Reader {
        void column(byte[] row, int offset, int length) throws IOException;
    }

    static void beginRow(DataOutputSerializer out) throws IOException {
        out.writeInt(Integer.MAX_VALUE);
        out.writeLong(Long.MIN_VALUE);
    }

    /**
     * A column that expires.
     *
     * @param lastAccessMs since when it lives
     * @param ttlMs how long; what lives longer than RocksDB can say never expires here
     */
    static void column(
            byte[] bytes, int length, long lastAccessMs, long ttlMs, DataOutputSerializer out)
            throws IOException {
        long seconds = ttlMs / 1000 + (ttlMs % 1000 == 0 ? 0 : 1);
        long writtenMs = lastAccessMs - (seconds * 1000 - ttlMs);
        if (seconds > Integer.MAX_VALUE || Math.abs(writtenMs) > Long.MAX_VALUE / 2000) {
            column(bytes, length, out);
            return;
        }
        out.writeByte(EXPIRES);
        out.writeByte(0);
        out.writeLong(writtenMs * 1000);
        out.writeInt(length);
        out.write(bytes, 0, length);
        out.writeInt((int) seconds);
    }

    /** A column that never expires. */
    static void column(byte[] bytes, int length, DataOutputSerializer out) throws IOException {
        out.writeByte(STAYS);
        out.writeByte(0);
        out.writeLong(0);
        out.writeInt(length);
        out.write(bytes, 0, length);
    }

    static void forEach(byte[] row, Reader reader) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(row);
        int at = ROW_HEADER;
        while (at < row.length) {
            int mask = row[at];
            int length = in.getInt(at + 2 + Long.BYTES);
            int begin = at + COLUMN_HEADER;
            reader.column(row, begin, length);
            at = begin + length + (mask == EXPIRES ? Integer.BYTES : 0);
        }
    }
}
