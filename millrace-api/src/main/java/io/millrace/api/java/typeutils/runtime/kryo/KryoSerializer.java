// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.Objects;

/**
 * Serializes any object by Kryo. A value is its number of bytes in 4 bytes, then Kryo's own form
 * with the value's class in front; null is Kryo's null.
 *
 * <p>The length in front lets Kryo's buffers work on whole values, and lets bytes be copied without
 * knowing the class.
 *
 * @param <T> the class, or a superclass or interface
 */
public class KryoSerializer<T> extends TypeSerializer<T> {

    private static final long serialVersionUID = 3L;

    private static final int START_SIZE = 256;

    /** A buffer that one large value has blown up is not kept. */
    private static final int KEPT_SIZE = 1 << 20;

    private final Class<T> type;
    private final KryoSetup setup;

    private transient Kryo kryo;
    private transient Output output;
    private transient Input input;

    /** For that class, as that configuration says. */
    public KryoSerializer(Class<T> type, ExecutionConfig executionConfig) {
        this(type, executionConfig.getSerializerConfig());
    }

    /** For that class, as that configuration says. */
    public KryoSerializer(Class<T> type, SerializerConfig serializerConfig) {
        this(type, KryoSetup.of(serializerConfig));
    }

    /** The same as another, for another thread. */
    protected KryoSerializer(KryoSerializer<T> toCopy) {
        this(toCopy.type, toCopy.setup);
    }

    KryoSerializer(Class<T> type, KryoSetup setup) {
        this.type = Objects.requireNonNull(type, "type");
        this.setup = setup;
    }

    Class<T> type() {
        return type;
    }

    KryoSetup setup() {
        return setup;
    }

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public KryoSerializer<T> duplicate() {
        return new KryoSerializer<>(this);
    }

    /** A new object, or null if the class has no constructor without arguments. */
    @Override
    public T createInstance() {
        if (Modifier.isAbstract(type.getModifiers()) || type.isInterface()) {
            return null;
        }
        try {
            return getKryo().newInstance(type);
        } catch (KryoException e) {
            return null;
        }
    }

    /** By Kryo's own copying, or, for a class whose Kryo serializer cannot, through bytes. */
    @Override
    public T copy(T from) {
        if (from == null) {
            return null;
        }
        try {
            return getKryo().copy(from);
        } catch (KryoException | UnsupportedOperationException | InaccessibleObjectException e) {
            // Not every serializer of Kryo can copy; every one can write and read.
            Kryo own = getKryo();
            Output bytes = new Output(START_SIZE, -1);
            try {
                own.writeClassAndObject(bytes, from);
                return read(own, new Input(bytes.getBuffer(), 0, bytes.position()));
            } catch (KryoException | InaccessibleObjectException failed) {
                failed.addSuppressed(e);
                throw explained(from.getClass(), "copied", failed);
            }
        }
    }

    @Override
    public T copy(T from, T reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(T record, DataOutputView target) throws IOException {
        Kryo own = getKryo();
        if (output == null) {
            output = new Output(START_SIZE, -1);
        }
        try {
            output.reset();
            own.writeClassAndObject(output, record);
            target.writeInt(output.position());
            target.write(output.getBuffer(), 0, output.position());
        } catch (KryoException | InaccessibleObjectException e) {
            throw explained(record.getClass(), "written", e);
        } finally {
            if (output.getBuffer().length > KEPT_SIZE) {
                output = null;
            }
        }
    }

    @Override
    public T deserialize(DataInputView source) throws IOException {
        Kryo own = getKryo();
        int length = source.readInt();
        if (length < 0) {
            throw new IOException(
                    "the bytes are not a value written by Kryo: its length would be " + length);
        }
        byte[] bytes = new byte[length];
        source.readFully(bytes, 0, length);
        if (input == null) {
            input = new Input();
        }
        input.setBuffer(bytes);
        try {
            return read(own, input);
        } catch (KryoException | InaccessibleObjectException e) {
            throw new IOException(
                    "a value of "
                            + type.getName()
                            + " could not be read by Kryo: "
                            + e.getMessage(),
                    e);
        } finally {
            input.setBuffer(new byte[0]);
        }
    }

    @SuppressWarnings("unchecked") // what was written as T is read as T
    private T read(Kryo own, Input from) {
        return (T) own.readClassAndObject(from);
    }

    @Override
    public T deserialize(T reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        int length = source.readInt();
        target.writeInt(length);
        target.write(source, length);
    }

    private static IllegalStateException explained(Class<?> type, String what, RuntimeException e) {
        return new IllegalStateException(
                "A value of "
                        + type.getName()
                        + " could not be "
                        + what
                        + " by Kryo, which is used because the class is neither a POJO nor a record."
                        + " Make it one, give it a type information of its own with @TypeInfo, or"
                        + " register a Kryo serializer for it. Kryo says: "
                        + e.getMessage(),
                e);
    }

    /** The Kryo instance behind this serializer, configured; for this thread only. */
    public Kryo getKryo() {
        if (kryo == null) {
            kryo = setup.create(type);
        }
        return kryo;
    }

    @Override
    public int hashCode() {
        return 31 * type.hashCode() + setup.hashCode();
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof KryoSerializer<?> other
                && type == other.type
                && setup.equals(other.setup);
    }

    @Override
    public String toString() {
        return "Kryo " + type.getName();
    }

    @Override
    public TypeSerializerSnapshot<T> snapshotConfiguration() {
        return new KryoSerializerSnapshot<>(this);
    }
}
