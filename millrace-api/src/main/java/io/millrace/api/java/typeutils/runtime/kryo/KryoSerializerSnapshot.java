// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime.kryo;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSchemaCompatibility;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.spi.types.OnlyReads;
import io.millrace.util.InstantiationUtil;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Remembers the class, which classes had a number, in their order, and which fields there were
 * ({@link KryoFields}). A class that had a number and is not registered any more makes the bytes
 * unreadable, and so does one whose fields have changed; newly registered ones get the next
 * numbers.
 *
 * @param <T> the class
 */
public class KryoSerializerSnapshot<T> implements TypeSerializerSnapshot<T> {

    private static final int VERSION = 3;

    /** Did not tell the fields. */
    private static final int WITHOUT_FIELDS = 2;

    private String className;

    /** Null if it is gone. */
    private Class<T> type;

    private KryoSetup setup;
    private Map<String, String> fields = Map.of();

    /** For reading. */
    public KryoSerializerSnapshot() {}

    KryoSerializerSnapshot(KryoSerializer<T> serializer) {
        this.type = serializer.type();
        this.setup = serializer.setup();
        this.className = type.getName();
        this.fields = KryoFields.of(type, setup);
    }

    @Override
    public int getCurrentVersion() {
        return VERSION;
    }

    @Override
    public void writeSnapshot(DataOutputView out) throws IOException {
        out.writeUTF(className);
        out.writeInt(setup.numbered().size());
        for (Class<?> registered : setup.numbered()) {
            out.writeUTF(registered.getName());
        }
        out.writeInt(fields.size());
        for (Map.Entry<String, String> each : fields.entrySet()) {
            out.writeUTF(each.getKey());
            StringSerializer.INSTANCE.serialize(each.getValue(), out);
        }
    }

    @Override
    @SuppressWarnings("unchecked") // the class that was written
    public void readSnapshot(int readVersion, DataInputView in, ClassLoader userCodeClassLoader)
            throws IOException {
        if (readVersion != VERSION && readVersion != WITHOUT_FIELDS) {
            throw new IOException(
                    "the snapshot of a Kryo serializer was written in version "
                            + readVersion
                            + " of its format; this program reads versions "
                            + WITHOUT_FIELDS
                            + " and "
                            + VERSION);
        }
        this.className = in.readUTF();
        try {
            this.type = (Class<T>) Class.forName(className, false, userCodeClassLoader);
        } catch (ClassNotFoundException e) {
            this.type = null; // who drops the field that was of it need not know it
        }
        List<Class<?>> numbered = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            numbered.add(InstantiationUtil.resolveClassByName(in, userCodeClassLoader));
        }
        this.setup = KryoSetup.ofNumbered(numbered);
        if (readVersion != WITHOUT_FIELDS) {
            Map<String, String> read = new LinkedHashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                read.put(in.readUTF(), StringSerializer.INSTANCE.deserialize(in));
            }
            this.fields = read;
        }
    }

    @Override
    public TypeSerializer<T> restoreSerializer() {
        return type == null
                ? OnlyReads.over(source -> source.skipBytesToRead(source.readInt()))
                : new KryoSerializer<>(type, setup);
    }

    @Override
    public TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(
            TypeSerializerSnapshot<T> oldSerializerSnapshot) {
        if (!(oldSerializerSnapshot instanceof KryoSerializerSnapshot<T> old)
                || old.type == null
                || old.type != type
                || !KryoFields.canRead(fields, old.fields)
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
        return fields.containsKey(className)
                ? KryoFields.text(className, fields)
                : "Kryo " + className;
    }
}
