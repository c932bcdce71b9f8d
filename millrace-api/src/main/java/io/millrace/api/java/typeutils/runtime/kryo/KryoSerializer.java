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

    private transient StateKryo kryo;
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
        } catch (KryoException | IllegalStateException e) {
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
            return kryo().copy(from);
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            // Not every serializer of Kryo can copy; every one can write and read.
            kryo = null;
            Output bytes = new Output(START_SIZE, -1);
            try {
                StateKryo own = kryo();
                own.writeClassAndObject(bytes, from);
                return read(own, new Input(bytes.getBuffer(), 0, bytes.position()));
            } catch (RuntimeException | LinkageError | StackOverflowError failed) {
                kryo = null;
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
        Output bytes = write(record);
        target.writeInt(bytes.position());
        target.write(bytes.getBuffer(), 0, bytes.position());
        if (bytes.getBuffer().length > KEPT_SIZE) {
            output = null;
        }
    }

    private Output write(T record) {
        StateKryo own = kryo();
        if (output == null) {
            output = new Output(START_SIZE, -1);
        }
        try {
            output.reset();
            own.writeClassAndObject(output, record);
            if (own.takeUnproven()) {
                prove(own);
            }
            return output;
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            // What was noted about classes is not proven, so the next one starts anew.
            kryo = null;
            output = null;
            throw e instanceof Unreadable unreadable
                    ? explained(record.getClass(), "read back from its bytes", unreadable.why)
                    : explained(record.getClass(), "written", e);
        }
    }

    /** Reads back what was just written: better to fail here than when the bytes are needed. */
    private void prove(StateKryo own) {
        Object read;
        try {
            read = read(own, new Input(output.getBuffer(), 0, output.position()));
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            throw new Unreadable(e);
        }
        if (!type.isInstance(read)) {
            throw new Unreadable(
                    new IllegalStateException(
                            "it came back as "
                                    + (read == null ? "null" : "a " + read.getClass().getName())));
        }
    }

    /** What was written could not be read. */
    private static final class Unreadable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final Throwable why;

        Unreadable(Throwable why) {
            super(why);
            this.why = why;
        }
    }

    @Override
    public T deserialize(DataInputView source) throws IOException {
        StateKryo own = kryo();
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
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            kryo = null;
            throw new IOException(
                    "a value of " + type.getName() + " could not be read by Kryo: " + causes(e), e);
        } finally {
            input.setBuffer(new byte[0]);
        }
    }

    @SuppressWarnings("unchecked") // what was written as T is read as T
    private T read(StateKryo own, Input from) {
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

    private static IllegalStateException explained(Class<?> type, String what, Throwable e) {
        return new IllegalStateException(
                "A value of "
                        + type.getName()
                        + " could not be "
                        + what
                        + " by Kryo, which is used because the class is neither a POJO nor a record."
                        + " The cause: "
                        + causes(e)
                        + ". What helps: make the class a public POJO (with a public constructor"
                        + " without arguments, and fields that are public or have getters and"
                        + " setters) or a record, give it a type information of its own with"
                        + " @TypeInfo, or register a Kryo serializer for it.",
                e);
    }

    /** What went wrong and why in the end: Kryo often only says the first. */
    private static String causes(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        if (root instanceof StackOverflowError) {
            return "it is nested too deeply, such as a linked list of many thousand nodes";
        }
        String first = text(e);
        String last = text(root);
        return root == e || first.contains(last) ? first : first + " <- " + last;
    }

    private static String text(Throwable e) {
        String message = e.getMessage();
        return (message == null
                                || !(e instanceof KryoException
                                        || e instanceof IllegalStateException)
                        ? e.toString()
                        : message)
                .strip()
                .replaceAll("\\s*\\R\\s*", " ");
    }

    /** The Kryo instance behind this serializer, configured; for this thread only. */
    public Kryo getKryo() {
        return kryo();
    }

    private StateKryo kryo() {
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
