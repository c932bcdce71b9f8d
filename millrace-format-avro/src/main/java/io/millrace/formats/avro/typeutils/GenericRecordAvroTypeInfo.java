// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.formats.avro.typeutils;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;

/** Generic records of one schema. Nothing finds it by itself: give it with {@code returns}. */
public class GenericRecordAvroTypeInfo extends TypeInformation<GenericRecord> {

    private static final long serialVersionUID = 4141977586453820650L;

    private transient Schema schema;

    /** Of that schema. */
    public GenericRecordAvroTypeInfo(Schema schema) {
        this.schema = Objects.requireNonNull(schema, "schema");
    }

    @Override
    public boolean isBasicType() {
        return false;
    }

    @Override
    public boolean isTupleType() {
        return false;
    }

    @Override
    public int getArity() {
        return 1;
    }

    @Override
    public int getTotalFields() {
        return 1;
    }

    @Override
    public Class<GenericRecord> getTypeClass() {
        return GenericRecord.class;
    }

    @Override
    public boolean isKeyType() {
        return false;
    }

    @Override
    public TypeSerializer<GenericRecord> createSerializer(SerializerConfig config) {
        return new AvroSerializer<>(GenericRecord.class, schema);
    }

    @Override
    public TypeSerializer<GenericRecord> createSerializer(ExecutionConfig config) {
        return createSerializer(config.getSerializerConfig());
    }

    @Override
    public String toString() {
        return "GenericRecord(" + schema.getFullName() + ")";
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof GenericRecordAvroTypeInfo other
                && other.canEqual(this)
                && schema.equals(other.schema);
    }

    @Override
    public int hashCode() {
        return schema.hashCode();
    }

    @Override
    public boolean canEqual(Object obj) {
        return obj instanceof GenericRecordAvroTypeInfo;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
        out.writeObject(schema.toString());
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        schema = new Schema.Parser().parse((String) in.readObject());
    }
}
