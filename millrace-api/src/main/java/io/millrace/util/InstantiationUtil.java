// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.io.IOReadableWritable;
import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputSerializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/** Making objects: of a class, from bytes, or as a copy of another by way of bytes. */
@Internal
public final class InstantiationUtil {

    /** Finds classes with a given class loader, which Java's own object stream does not. */
    public static class ClassLoaderObjectInputStream extends ObjectInputStream {

        /** Where classes are looked for. */
        protected final ClassLoader classLoader;

        /** With both. */
        public ClassLoaderObjectInputStream(InputStream in, ClassLoader classLoader)
                throws IOException {
            super(in);
            this.classLoader = classLoader;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass desc)
                throws IOException, ClassNotFoundException {
            if (classLoader != null) {
                try {
                    return Class.forName(desc.getName(), false, classLoader);
                } catch (ClassNotFoundException e) {
                    // It may still be a primitive, or known to Java's own loader.
                    return super.resolveClass(desc);
                }
            }
            return super.resolveClass(desc);
        }

        @Override
        @SuppressWarnings("deprecation") // the object stream's own way to make a proxy's class
        protected Class<?> resolveProxyClass(String[] interfaces)
                throws IOException, ClassNotFoundException {
            if (classLoader == null) {
                return super.resolveProxyClass(interfaces);
            }
            Class<?>[] types = new Class<?>[interfaces.length];
            for (int i = 0; i < types.length; i++) {
                types[i] = Class.forName(interfaces[i], false, classLoader);
            }
            try {
                return Proxy.getProxyClass(classLoader, types);
            } catch (IllegalArgumentException e) {
                throw new ClassNotFoundException(null, e);
            }
        }
    }

    private InstantiationUtil() {}

    /**
     * An object of a class given by its name.
     *
     * @param targetType what it must be
     * @throws FlinkException if there is no such class, it is something else, or it cannot be made
     */
    public static <T> T instantiate(String className, Class<T> targetType, ClassLoader classLoader)
            throws FlinkException {
        Class<? extends T> type;
        try {
            type = Class.forName(className, false, classLoader).asSubclass(targetType);
        } catch (ClassNotFoundException e) {
            throw new FlinkException("The class '" + className + "' is not on the class path.", e);
        } catch (ClassCastException e) {
            throw new FlinkException(
                    "The class '" + className + "' is not a " + targetType.getName() + ".", e);
        }
        try {
            return instantiate(type);
        } catch (RuntimeException e) {
            throw new FlinkException("No object of '" + className + "' can be made.", e);
        }
    }

    /** An object of a class that must be a subclass of another. */
    public static <T> T instantiate(Class<T> clazz, Class<? super T> castTo) {
        if (castTo != null && !castTo.isAssignableFrom(clazz)) {
            throw new IllegalArgumentException(
                    "The class '" + clazz.getName() + "' is not a " + castTo.getName() + ".");
        }
        return instantiate(clazz);
    }

    /**
     * An object of a class, by its constructor without arguments.
     *
     * @throws IllegalStateException with the reason, if that cannot be
     */
    public static <T> T instantiate(Class<T> clazz) {
        try {
            return clazz.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            String why = checkForInstantiationError(clazz);
            throw new IllegalStateException(
                    "No object of '"
                            + clazz.getName()
                            + "' can be made: "
                            + (why != null ? why : "its constructor failed."),
                    e);
        }
    }

    /** Whether a class has a public constructor without arguments. */
    public static boolean hasPublicNullaryConstructor(Class<?> clazz) {
        for (var constructor : clazz.getConstructors()) {
            if (constructor.getParameterCount() == 0) {
                return true;
            }
        }
        return false;
    }

    /** Whether a class is public. */
    public static boolean isPublic(Class<?> clazz) {
        return Modifier.isPublic(clazz.getModifiers());
    }

    /**
     * Whether objects of a class can be made: it is no interface, and neither abstract nor an
     * array.
     */
    public static boolean isProperClass(Class<?> clazz) {
        return !Modifier.isAbstract(clazz.getModifiers())
                && !clazz.isInterface()
                && !clazz.isPrimitive()
                && !clazz.isArray();
    }

    /** Whether a class needs an object of the class around it. */
    public static boolean isNonStaticInnerClass(Class<?> clazz) {
        return clazz.getEnclosingClass() != null
                && (clazz.getDeclaringClass() == null || !Modifier.isStatic(clazz.getModifiers()));
    }

    /**
     * Makes sure that an object of a class can be made.
     *
     * @throws IllegalStateException with the reason, if not
     */
    public static void checkForInstantiation(Class<?> clazz) {
        String error = checkForInstantiationError(clazz);
        if (error != null) {
            throw new IllegalStateException(
                    "No object of '" + clazz.getName() + "' can be made: " + error);
        }
    }

    /** Why no object of a class can be made, or null if it can. */
    public static String checkForInstantiationError(Class<?> clazz) {
        if (!isPublic(clazz)) {
            return "the class is not public.";
        } else if (clazz.isArray()) {
            return "the class is an array.";
        } else if (!isProperClass(clazz)) {
            return "the class is an interface, abstract or primitive.";
        } else if (isNonStaticInnerClass(clazz)) {
            return "the class is an inner class, but not static.";
        } else if (!hasPublicNullaryConstructor(clazz)) {
            return "the class has no public constructor without arguments.";
        }
        return null;
    }

    /** The bytes of a value. */
    public static <T> byte[] serializeToByteArray(TypeSerializer<T> serializer, T record)
            throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        serializer.serialize(record, out);
        return out.getCopyOfBuffer();
    }

    /** A value from its bytes. */
    public static <T> T deserializeFromByteArray(TypeSerializer<T> serializer, byte[] buf)
            throws IOException {
        return serializer.deserialize(new DataInputDeserializer(buf));
    }

    /** A value from its bytes, perhaps in an object given for it. */
    public static <T> T deserializeFromByteArray(TypeSerializer<T> serializer, T reuse, byte[] buf)
            throws IOException {
        return serializer.deserialize(reuse, new DataInputDeserializer(buf));
    }

    /** An object from its Java serialization. */
    public static <T> T deserializeObject(byte[] bytes, ClassLoader cl)
            throws IOException, ClassNotFoundException {
        return deserializeObject(new ByteArrayInputStream(bytes), cl);
    }

    /** An object from its Java serialization; the stream is left open. */
    @SuppressWarnings("unchecked") // the caller names the class, as the mirrored signature has it
    public static <T> T deserializeObject(InputStream in, ClassLoader cl)
            throws IOException, ClassNotFoundException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try {
            thread.setContextClassLoader(cl);
            return (T) new ClassLoaderObjectInputStream(in, cl).readObject();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** An object from its Java serialization, compressed. */
    public static <T> T decompressAndDeserializeObject(byte[] bytes, ClassLoader cl)
            throws IOException, ClassNotFoundException {
        return deserializeObject(new InflaterInputStream(new ByteArrayInputStream(bytes)), cl);
    }

    /** An object's Java serialization. */
    public static byte[] serializeObject(Object o) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        serializeObject(bytes, o);
        return bytes.toByteArray();
    }

    /** Writes an object's Java serialization; the stream is flushed and left open. */
    public static void serializeObject(OutputStream out, Object o) throws IOException {
        ObjectOutputStream objects =
                out instanceof ObjectOutputStream already ? already : new ObjectOutputStream(out);
        objects.writeObject(o);
        objects.flush();
    }

    /** An object's Java serialization, compressed. */
    public static byte[] serializeObjectAndCompress(Object o) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream compressed = new DeflaterOutputStream(bytes)) {
            serializeObject(compressed, o);
        }
        return bytes.toByteArray();
    }

    /** Whether Java can serialize an object. */
    public static boolean isSerializable(Object o) {
        try {
            serializeObject(o);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** A copy of an object by way of its bytes, with its class's loader. */
    public static <T extends Serializable> T clone(T obj)
            throws IOException, ClassNotFoundException {
        return obj == null ? null : clone(obj, obj.getClass().getClassLoader());
    }

    /** A copy of an object by way of its bytes. */
    public static <T extends Serializable> T clone(T obj, ClassLoader classLoader)
            throws IOException, ClassNotFoundException {
        return obj == null ? null : deserializeObject(serializeObject(obj), classLoader);
    }

    /** Like {@link #clone(Serializable)}, for objects that surely can be copied. */
    public static <T extends Serializable> T cloneUnchecked(T obj) {
        try {
            return clone(obj);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "A " + obj.getClass().getName() + " can't be copied.", e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(
                    "A " + obj.getClass().getName() + " can't be copied.", e);
        }
    }

    /** A copy of an object that writes and reads itself. */
    @SuppressWarnings("unchecked") // the class of the original
    public static <T extends IOReadableWritable> T createCopyWritable(T original)
            throws IOException {
        if (original == null) {
            return null;
        }
        DataOutputSerializer out = new DataOutputSerializer(64);
        original.write(out);
        T copy = (T) instantiate(original.getClass());
        copy.read(new DataInputDeserializer(out.getSharedBuffer(), 0, out.length()));
        return copy;
    }

    /**
     * The class whose name comes next.
     *
     * @throws IOException if there is no such class
     */
    public static <T> Class<T> resolveClassByName(DataInputView in, ClassLoader cl)
            throws IOException {
        return resolveClassByName(in, cl, Object.class);
    }

    /**
     * The class whose name comes next.
     *
     * @throws IOException if there is no such class, or it is no subclass of the given one
     */
    @SuppressWarnings("unchecked") // the caller names the class, as the mirrored signature has it
    public static <T> Class<T> resolveClassByName(
            DataInputView in, ClassLoader cl, Class<? super T> supertype) throws IOException {
        String name = in.readUTF();
        Class<?> type;
        try {
            type = Class.forName(name, false, cl);
        } catch (ClassNotFoundException e) {
            throw new IOException(
                    "The class '" + name + "' named in the bytes is not on the class path.", e);
        }
        if (!supertype.isAssignableFrom(type)) {
            throw new IOException(
                    "The class '"
                            + name
                            + "' named in the bytes is not a "
                            + supertype.getName()
                            + ".");
        }
        return (Class<T>) type;
    }
}
