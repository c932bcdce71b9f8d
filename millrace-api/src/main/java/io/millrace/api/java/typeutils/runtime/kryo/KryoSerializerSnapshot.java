// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime.kryo;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSchemaCompatibility;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.util.InstantiationUtil;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Remembers the class and which classes had a number, in their order. A class that had one and is
 * not registered any more makes the bytes unreadable; new ones get the next numbers.
 *
 * @param <T> the class
 */
public class KryoSerializerSnapshot<T> implements TypeSerializerSnapshot<T> {

    private static final int VERSION = 2;

    private Class<T> type;
    private KryoSetup setup;

    /** For reading. */
    public KryoSerializerSnapshot() {}

    KryoSerializerSnapshot(KryoSerializer<T> serializer) {
        this.type = serializer.type();
        this.setup = serializer.setup();
    }

    @Override
    public int getCurrentVersion() {
        return VERSION;
    }

    @Override
    public void writeSnapshot(DataOutputView out) throws IOException {
        out.writeUTF(type.getName());
        out.writeInt(setup.numbered().size());
        for (Class<?> registered : setup.numbered()) {
            out.writeUTF(registered.getName());
        }
    }

    @Override
    public void readSnapshot(int readVersion, DataInputView in, ClassLoader userCodeClassLoader)
            throws IOException {
        if (readVersion != VERSION) {
            throw new IOException(
                    "the snapshot of a Kryo serializer was written in version "
                            + readVersion
                            + " of its format; this program reads version "
                            + VERSION);
        }
        this.type = InstantiationUtil.resolveClassByName(in, userCodeClassLoader);
        List<Class<?>> numbered = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            numbered.add(InstantiationUtil.resolveClassByName(in, userCodeClassLoader));
        }
        this.setup = KryoSetup.ofNumbered(numbered);
    }

    @Override
    public TypeSerializer<T> restoreSerializer() {
        return new KryoSerializer<>(type, setup);
    }

    @Override
    public TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(
            TypeSerializerSnapshot<T> oldSerializerSnapshot) {
        if (!(oldSerializerSnapshot instanceof KryoSerializerSnapshot<T> old)
                || old.type != type
                || !setup.numbered().containsAll(old.setup.numbered())) {
            return TypeSerializerSchemaCompatibility.incompatible();
        }
        List<Class<?>> order = new ArrayList<>(old.setup.numbered());
        for (Class<?> registered : setup.numbered()) {
            if (!order.contains(registered)) {
                order.add(registered);
            }
        }
        return order.equals(setup.numbered())
                ? TypeSerializerSchemaCompatibility.compatibleAsIs()
                : TypeSerializerSchemaCompatibility.compatibleWithReconfiguredSerializer(
                        new KryoSerializer<>(type, setup.renumbered(order)));
    }

    /** How the type reads, as {@link io.millrace.spi.types.TypeDescription} has it. */
    @Override
    public String toString() {
        return "Kryo " + type.getName();
    }
}
