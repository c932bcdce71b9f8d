// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.ObjectMap;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;

/**
 * Java's own serialization, for classes of Java's whose fields are closed to everybody else. All
 * objects of one value share a stream, so that what they share stays shared.
 */
final class JavaForm extends Serializer<Object> {

    /** Under which a value's stream is kept while it is written or read. */
    private static final String STREAM = JavaForm.class.getName();

    @Override
    @SuppressWarnings("unchecked") // Kryo's context is a raw map
    public void write(Kryo kryo, Output output, Object object) {
        ObjectMap<Object, Object> context = kryo.getGraphContext();
        try {
            ObjectOutputStream stream = (ObjectOutputStream) context.get(STREAM);
            if (stream == null) {
                stream = new Noting(output, kryo);
                context.put(STREAM, stream);
            }
            stream.writeObject(object);
            stream.flush();
        } catch (IOException e) {
            throw new KryoException(
                    "Java's serialization, which is used for "
                            + object.getClass().getName()
                            + ", failed: "
                            + e,
                    e);
        }
    }

    @Override
    @SuppressWarnings("unchecked") // Kryo's context is a raw map
    public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
        ObjectMap<Object, Object> context = kryo.getGraphContext();
        try {
            ObjectInputStream stream = (ObjectInputStream) context.get(STREAM);
            if (stream == null) {
                stream = new Loading(input, kryo.getClassLoader());
                context.put(STREAM, stream);
            }
            return stream.readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw unreadable(type, e);
        }
    }

    @Override
    public Object copy(Kryo kryo, Object original) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(original);
        } catch (IOException e) {
            throw new KryoException(
                    "Java's serialization, which is used for "
                            + original.getClass().getName()
                            + ", failed: "
                            + e,
                    e);
        }
        try (ObjectInputStream in =
                new Loading(new ByteArrayInputStream(bytes.toByteArray()), kryo.getClassLoader())) {
            return in.readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw unreadable(original.getClass(), e);
        }
    }

    private static KryoException unreadable(Class<?> type, Exception e) {
        return new KryoException(
                "Java's serialization could not read a " + type.getName() + ": " + e, e);
    }

    /** Tells which classes it meets, since Kryo does not see them. */
    private static final class Noting extends ObjectOutputStream {
        private final Kryo kryo;

        Noting(OutputStream out, Kryo kryo) throws IOException {
            super(out);
            this.kryo = kryo;
        }

        @Override
        protected void annotateClass(Class<?> type) {
            if (kryo instanceof StateKryo own) {
                own.meet(type);
            }
        }
    }

    /** Looks for classes where Kryo does. */
    private static final class Loading extends ObjectInputStream {
        private final ClassLoader loader;

        Loading(InputStream in, ClassLoader loader) throws IOException {
            super(in);
            this.loader = loader;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description)
                throws IOException, ClassNotFoundException {
            try {
                return Class.forName(description.getName(), false, loader);
            } catch (ClassNotFoundException e) {
                // Primitives are known to Java only.
                return super.resolveClass(description);
            }
        }
    }
}
