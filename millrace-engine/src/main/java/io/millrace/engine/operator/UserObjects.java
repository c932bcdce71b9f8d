// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.InvalidProgramException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.lang.reflect.Proxy;
import java.util.Map;

/**
 * Java serialization with the user's classes: how each subtask gets its own instance of a function
 * (CK-102).
 */
public final class UserObjects {

    private static final Map<String, Class<?>> PRIMITIVES =
            Map.of(
                    "boolean", boolean.class,
                    "byte", byte.class,
                    "char", char.class,
                    "short", short.class,
                    "int", int.class,
                    "long", long.class,
                    "float", float.class,
                    "double", double.class,
                    "void", void.class);

    private UserObjects() {}

    /**
     * A deep copy.
     *
     * @param what for messages, such as "the function of operator 'count'"
     * @throws InvalidProgramException when the object or something it holds is not serializable
     */
    @SuppressWarnings("unchecked") // a clone is of its original's class
    public static <T> T cloneOf(T object, ClassLoader loader, String what) {
        if (object == null) {
            return null;
        }
        return (T) read(write(object, what), loader, what);
    }

    static byte[] write(Object object, String what) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        } catch (IOException e) {
            throw new InvalidProgramException(
                    "Can't serialize "
                            + what
                            + " ("
                            + object.getClass().getName()
                            + "): "
                            + e
                            + ". Each subtask gets its own copy by Java serialization: make the class and all it"
                            + " holds Serializable, or mark fields transient and create them in open()",
                    e);
        }
        return bytes.toByteArray();
    }

    static Object read(byte[] bytes, ClassLoader loader, String what) {
        try (ObjectInputStream in = new UserInput(new ByteArrayInputStream(bytes), loader)) {
            return in.readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new InvalidProgramException(
                    "Can't read "
                            + what
                            + " back after serializing it: "
                            + e
                            + ". Its class, or one it uses, is not what it was or can't be found by the program's"
                            + " class loader",
                    e);
        }
    }

    /** Looks classes up where the user's classes are. */
    private static final class UserInput extends ObjectInputStream {
        private final ClassLoader loader;

        UserInput(InputStream in, ClassLoader loader) throws IOException {
            super(in);
            this.loader = loader;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass desc)
                throws IOException, ClassNotFoundException {
            Class<?> primitive = PRIMITIVES.get(desc.getName());
            if (primitive != null) {
                return primitive;
            }
            return Class.forName(desc.getName(), false, loader);
        }

        @Override
        protected Class<?> resolveProxyClass(String[] interfaces)
                throws IOException, ClassNotFoundException {
            Class<?>[] classes = new Class<?>[interfaces.length];
            for (int i = 0; i < interfaces.length; i++) {
                classes[i] = Class.forName(interfaces[i], false, loader);
            }
            return Proxy.newProxyInstance(loader, classes, (proxy, method, args) -> null)
                    .getClass();
        }
    }
}
