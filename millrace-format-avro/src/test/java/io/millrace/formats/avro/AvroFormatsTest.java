// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.formats.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.formats.avro.AvroFormatOptions.AvroEncoding;
import io.millrace.formats.avro.typeutils.AvroSerializer;
import io.millrace.formats.avro.typeutils.AvroTypeInfo;
import io.millrace.formats.avro.typeutils.GenericRecordAvroTypeInfo;
import io.millrace.util.InstantiationUtil;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AvroFormatsTest {

    private static final Schema OLD =
            new Schema.Parser()
                    .parse(
                            "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"a\",\"type\":\"int\"}]}");
    private static final Schema NEW =
            new Schema.Parser()
                    .parse(
                            "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"a\",\"type\":\"long\"},"
                                    + "{\"name\":\"b\",\"type\":\"string\",\"default\":\"x\"}]}");

    private static GenericRecord record(Schema schema, Object... values) {
        GenericRecord record = new GenericData.Record(schema);
        for (int i = 0; i < values.length; i++) {
            record.put(i, values[i]);
        }
        return record;
    }

    @SafeVarargs
    private static <T> byte[] bytes(TypeSerializer<T> serializer, T... values) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        for (T value : values) {
            serializer.serialize(value, out);
        }
        return out.getCopyOfBuffer();
    }

    @ParameterizedTest
    @EnumSource(AvroEncoding.class)
    void messagesAreReadAsTheyWereWritten(AvroEncoding encoding) throws Exception {
        Level level = new Level("m\u00fchle", 42);
        AvroSerializationSchema<Level> writing =
                InstantiationUtil.clone(AvroSerializationSchema.forSpecific(Level.class, encoding));
        AvroDeserializationSchema<Level> reading =
                InstantiationUtil.clone(
                        AvroDeserializationSchema.forSpecific(Level.class, encoding));
        assertThat(reading.deserialize(writing.serialize(level))).isEqualTo(level);
        assertThat(reading.deserialize(writing.serialize(new Level("b", -1))))
                .isEqualTo(new Level("b", -1));
        assertThat(writing.serialize(null)).isNull();
        assertThat(reading.deserialize(null)).isNull();
        AvroSerializationSchema<GenericRecord> generic =
                InstantiationUtil.clone(AvroSerializationSchema.forGeneric(OLD, encoding));
        assertThat(
                        AvroDeserializationSchema.forGeneric(OLD, encoding)
                                .deserialize(generic.serialize(record(OLD, 7))))
                .isEqualTo(record(OLD, 7));
    }

    /** A number for each of two schemas. */
    private static final class Numbered implements SchemaCoder {
        @Override
        public Schema readSchema(InputStream in) throws IOException {
            return new DataInputStream(in).readByte() == 1 ? OLD : NEW;
        }

        @Override
        public void writeSchema(Schema schema, OutputStream out) throws IOException {
            new DataOutputStream(out).writeByte(schema.equals(OLD) ? 1 : 2);
        }
    }

    @Test
    void aMessageThatNamesItsSchemaIsReadByANewerOne() throws Exception {
        RegistryAvroSerializationSchema<GenericRecord> writing =
                RegistryAvroSerializationSchema.forGeneric(OLD, Numbered::new);
        writing.open(null);
        RegistryAvroDeserializationSchema<GenericRecord> reading =
                new RegistryAvroDeserializationSchema<>(GenericRecord.class, NEW, Numbered::new);
        GenericRecord read = reading.deserialize(writing.serialize(record(OLD, 7)));
        assertThat(read.get("a")).isEqualTo(7L);
        assertThat(read.get("b")).hasToString("x");
    }

    @Test
    void aClassOfAvrosCompilerIsFoundByItself() throws Exception {
        TypeInformation<Level> type = TypeInformation.of(Level.class);
        assertThat(type).isInstanceOf(AvroTypeInfo.class);
        TypeSerializer<Level> serializer =
                InstantiationUtil.clone(type.createSerializer(new ExecutionConfig()));
        DataInputDeserializer in =
                new DataInputDeserializer(bytes(serializer, new Level("a", 1), new Level("b", 2)));
        assertThat(serializer.deserialize(in)).isEqualTo(new Level("a", 1));
        assertThat(serializer.deserialize(in)).isEqualTo(new Level("b", 2));
        Level original = new Level("c", 3);
        assertThat(serializer.copy(original)).isEqualTo(original).isNotSameAs(original);
        assertThat(serializer.duplicate()).isEqualTo(serializer);
    }

    @Test
    void stateOfAnOlderSchemaIsTakenOverAndOfAForeignOneIsNot() throws Exception {
        AvroSerializer<GenericRecord> old = new AvroSerializer<>(GenericRecord.class, OLD);
        DataOutputSerializer out = new DataOutputSerializer(64);
        TypeSerializerSnapshot.writeVersionedSnapshot(out, old.snapshotConfiguration());
        TypeSerializerSnapshot<GenericRecord> restored =
                TypeSerializerSnapshot.readVersionedSnapshot(
                        new DataInputDeserializer(out.getCopyOfBuffer()),
                        getClass().getClassLoader());
        TypeSerializerSnapshot<GenericRecord> today =
                new AvroSerializer<>(GenericRecord.class, NEW).snapshotConfiguration();
        assertThat(today.resolveSchemaCompatibility(restored).isCompatibleAfterMigration())
                .isTrue();
        assertThat(
                        old.snapshotConfiguration()
                                .resolveSchemaCompatibility(restored)
                                .isCompatibleAsIs())
                .isTrue();
        assertThat(old.snapshotConfiguration().resolveSchemaCompatibility(today).isIncompatible())
                .isTrue();
        assertThat(
                        restored.restoreSerializer()
                                .deserialize(new DataInputDeserializer(bytes(old, record(OLD, 5)))))
                .isEqualTo(record(OLD, 5));
    }

    @Test
    @DisplayName("ST-32: old generic records are read as records of the new schema")
    void oldRecordsBecomeNewOnes() throws Exception {
        AvroSerializer<GenericRecord> old = new AvroSerializer<>(GenericRecord.class, OLD);
        AvroSerializer<GenericRecord> now = new AvroSerializer<>(GenericRecord.class, NEW);
        TypeSerializerSnapshot<GenericRecord> before = old.snapshotConfiguration();
        assertThat(
                        now.snapshotConfiguration()
                                .resolveSchemaCompatibility(before)
                                .isCompatibleAfterMigration())
                .isTrue();
        GenericRecord read =
                before.restoreSerializer()
                        .deserialize(new DataInputDeserializer(bytes(old, record(OLD, 5))));
        assertThat(read).isEqualTo(record(NEW, 5L, "x"));
        assertThat(now.deserialize(new DataInputDeserializer(bytes(now, read))).get("b"))
                .hasToString("x");
        assertThat(now.snapshotConfiguration())
                .hasToString("Avro R{a: long, b: string with default}");
    }

    @Test
    void genericRecordsNeedASchema() throws Exception {
        assertThatThrownBy(() -> new AvroSerializer<>(GenericRecord.class))
                .hasMessageContaining("schema");
        GenericRecordAvroTypeInfo type =
                InstantiationUtil.clone(new GenericRecordAvroTypeInfo(NEW));
        assertThat(type).isEqualTo(new GenericRecordAvroTypeInfo(NEW));
        TypeSerializer<GenericRecord> serializer = type.createSerializer(new ExecutionConfig());
        GenericRecord read =
                serializer.deserialize(
                        new DataInputDeserializer(bytes(serializer, record(NEW, 9L, "y"))));
        assertThat(read).hasToString("{\"a\": 9, \"b\": \"y\"}");
    }
}
