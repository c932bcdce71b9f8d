// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime;

import io.millrace.annotation.Internal;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.Field;

/** Writes a reflected field as its class and its name, which Java itself cannot. */
@Internal
public class FieldSerializer {

    /** Has no state; all methods are static. */
    public FieldSerializer() {}

    /** Writes the field; null too. */
    public static void serializeField(Field field, ObjectOutputStream out) throws IOException {
        out.writeBoolean(field != null);
        if (field != null) {
            out.writeObject(field.getDeclaringClass());
            out.writeUTF(field.getName());
        }
    }

    /**
     * Reads a field.
     *
     * @throws IOException if the class does not have it any more
     */
    public static Field deserializeField(ObjectInputStream in)
            throws IOException, ClassNotFoundException {
        if (!in.readBoolean()) {
            return null;
        }
        Class<?> declaring = (Class<?>) in.readObject();
        String name = in.readUTF();
        try {
            return declaring.getDeclaredField(name);
        } catch (NoSuchFieldException e) {
            throw new IOException(
                    "the class " + declaring.getName() + " has no field '" + name + "' here", e);
        }
    }
}
