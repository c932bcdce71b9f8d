// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.typeutils.runtime.FieldSerializer;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.util.Objects;

/** A field of a POJO and its type. */
@Internal
public class PojoField implements Serializable {

    private static final long serialVersionUID = 1975295846436559363L;

    private transient Field field;
    private final TypeInformation<?> type;

    /** With both. */
    public PojoField(Field field, TypeInformation<?> type) {
        this.field = Objects.requireNonNull(field, "field");
        this.type = Objects.requireNonNull(type, "type");
    }

    /** The field. */
    public Field getField() {
        return field;
    }

    /** The field's type. */
    public TypeInformation<?> getTypeInformation() {
        return type;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
        out.defaultWriteObject();
        FieldSerializer.serializeField(field, out);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        field = FieldSerializer.deserializeField(in);
    }

    @Override
    public String toString() {
        return "PojoField " + field.getDeclaringClass() + "." + field.getName() + " (" + type + ")";
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof PojoField other
                && field.equals(other.field)
                && type.equals(other.type);
    }

    @Override
    public int hashCode() {
        return Objects.hash(field, type);
    }
}
