// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;
import java.math.BigInteger;

/** A BigInteger as the length and bytes of its two's complement; length -1 is null. */
@Internal
public final class BigIntSerializer extends TypeSerializerSingleton<BigInteger> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final BigIntSerializer INSTANCE = new BigIntSerializer();

    /** Equal to {@link #INSTANCE}. */
    public BigIntSerializer() {}

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public BigInteger createInstance() {
        return BigInteger.ZERO;
    }

    @Override
    public BigInteger copy(BigInteger from) {
        return from;
    }

    @Override
    public BigInteger copy(BigInteger from, BigInteger reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(BigInteger record, DataOutputView target) throws IOException {
        if (record == null) {
            target.writeInt(-1);
            return;
        }
        byte[] bytes = record.toByteArray();
        target.writeInt(bytes.length);
        target.write(bytes, 0, bytes.length);
    }

    @Override
    public BigInteger deserialize(DataInputView source) throws IOException {
        int length = source.readInt();
        if (length < 0) {
            return null;
        }
        byte[] bytes = new byte[length];
        source.readFully(bytes, 0, length);
        return new BigInteger(bytes);
    }

    @Override
    public BigInteger deserialize(BigInteger reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        int length = source.readInt();
        target.writeInt(length);
        if (length > 0) {
            target.write(source, length);
        }
    }

    @Override
    public TypeSerializerSnapshot<BigInteger> snapshotConfiguration() {
        return new BigIntSerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class BigIntSerializerSnapshot
            extends SimpleTypeSerializerSnapshot<BigInteger> {

        /** Also used when a checkpoint is read. */
        public BigIntSerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
