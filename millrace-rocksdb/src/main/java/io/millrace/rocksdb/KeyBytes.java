// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.engine.keys.KeyGroups;
import io.millrace.util.FlinkRuntimeException;
import java.io.IOException;

/**
 * The current key, and how it begins the keys of all entries: two bytes of its key group, then the
 * key itself. So the entries of a key group lie together, and within it those of a key. Keys need
 * no length: a serializer knows where what it wrote ends, so that none is the beginning of another.
 *
 * <p>Two keys are one here if they are written alike, whatever their {@code equals} says.
 *
 * @param <K> type of the keys
 */
final class KeyBytes<K> {

    /** Bytes of a key group. */
    static final int GROUP = 2;

    private final TypeSerializer<K> serializer;
    private final int maxParallelism;
    private final DataOutputSerializer out = new DataOutputSerializer(64);
    private K key;
    private int hash;

    /** Null: not written yet, or none is set. */
    private byte[] bytes;

    /** Changes with every key that is set. */
    private long sequence;

    KeyBytes(TypeSerializer<K> serializer, int maxParallelism) {
        this.serializer = serializer;
        this.maxParallelism = maxParallelism;
    }

    void set(K newKey, int keyHash) {
        key = newKey;
        hash = keyHash;
        bytes = null;
        sequence++;
    }

    K key() {
        return key;
    }

    TypeSerializer<K> serializer() {
        return serializer;
    }

    long sequence() {
        return sequence;
    }

    /** How keys of entries of the current key begin; null when none is set. Not to be changed. */
    byte[] current() {
        if (bytes == null && key != null) {
            bytes = of(key, hash);
        }
        return bytes;
    }

    byte[] of(K theKey, int keyHash) {
        out.clear();
        try {
            writeGroup(KeyGroups.keyGroup(keyHash, maxParallelism));
            serializer.serialize(theKey, out);
        } catch (IOException e) {
            throw new FlinkRuntimeException("The key " + theKey + " can't be serialized: " + e, e);
        }
        return out.getCopyOfBuffer();
    }

    private void writeGroup(int group) throws IOException {
        out.writeShort(group);
    }

    /** Where the entries of a key group begin. */
    static byte[] group(int group) {
        return new byte[] {(byte) (group >>> 8), (byte) group};
    }

    /** Of which key group an entry is. */
    static int groupOf(byte[] entryKey) {
        return (entryKey[0] & 0xff) << 8 | entryKey[1] & 0xff;
    }

    static boolean startsWith(byte[] bytes, byte[] prefix) {
        return bytes.length >= prefix.length
                && java.util.Arrays.equals(bytes, 0, prefix.length, prefix, 0, prefix.length);
    }
}
