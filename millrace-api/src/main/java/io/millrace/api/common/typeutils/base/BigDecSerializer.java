// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;

/** A BigDecimal as its unscaled value and its scale; may be null. */
@Internal
public final class BigDecSerializer extends TypeSerializerSingleton<BigDecimal> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final BigDecSerializer INSTANCE = new BigDecSerializer();

    /** Equal to {@link #INSTANCE}. */
    public BigDecSerializer() {}

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public BigDecimal createInstance() {
        return BigDecimal.ZERO;
    }

    @Override
    public BigDecimal copy(BigDecimal from) {
        return from;
    }

    @Override
    public BigDecimal copy(BigDecimal from, BigDecimal reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(BigDecimal record, DataOutputView target) throws IOException {
        BigIntSerializer.INSTANCE.serialize(record == null ? null : record.unscaledValue(), target);
        if (record != null) {
            target.writeInt(record.scale());
        }
    }

    @Override
    public BigDecimal deserialize(DataInputView source) throws IOException {
        BigInteger unscaled = BigIntSerializer.INSTANCE.deserialize(source);
        return unscaled == null ? null : new BigDecimal(unscaled, source.readInt());
    }

    @Override
    public BigDecimal deserialize(BigDecimal reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        int length = source.readInt();
        target.writeInt(length);
        if (length >= 0) {
            target.write(source, length + Integer.BYTES);
        }
    }

    @Override
    public TypeSerializerSnapshot<BigDecimal> snapshotConfiguration() {
        return new BigDecSerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class BigDecSerializerSnapshot
            extends SimpleTypeSerializerSnapshot<BigDecimal> {

        /** Also used when a checkpoint is read. */
        public BigDecSerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
