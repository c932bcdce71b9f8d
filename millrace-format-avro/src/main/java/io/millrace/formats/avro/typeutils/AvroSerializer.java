// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.formats.avro.typeutils;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificRecord;

/**
 * Records in Avro's binary encoding, without their schema: the schema is remembered once, with the
 * state. What was written by an older schema that Avro can resolve is read as the newer one says.
 *
 * <p>Handles what Avro's compiler made, {@code GenericRecord} with a schema, and other classes by
 * Avro's reflection. Used by one thread.
 *
 * @param <T> the records
 */
public class AvroSerializer<T> extends TypeSerializer<T> {

    private static final long serialVersionUID = 2L;

    private final Class<T> type;

    /** As JSON, for the way of an object; null where the class has its own. */
    private final String schemaText;

    /** Of the bytes that are read, where it is an older one; else null. */
    private final String writtenText;

    private transient Machine<T> machine;

    /** Of a class that Avro's compiler made, or any other that Avro's reflection understands. */
    public AvroSerializer(Class<T> type) {
        this(type, (String) null, null);
        if (isGeneric(type)) {
            throw new IllegalArgumentException(
                    "Generic records need a schema: use new AvroSerializer<>("
                            + type.getSimpleName()
                            + ".class, schema)");
        }
    }

    /** Of generic records. */
    public AvroSerializer(Class<T> type, Schema schema) {
        this(type, schema.toString(), null);
        if (!isGeneric(type)) {
            throw new IllegalArgumentException(
                    type.getName()
                            + " has a schema of its own; use new AvroSerializer<>("
                            + type.getSimpleName()
                            + ".class)");
        }
    }

    /** Of a class, read and written as one of its subclasses. */
    @Deprecated
    // Instances of the subclass are records of the class.
    @SuppressWarnings({"unchecked", "ChainingConstructorIgnoresParameter"})
    public AvroSerializer(Class<T> type, Class<? extends T> typeToInstantiate) {
        this((Class<T>) typeToInstantiate);
    }

    /** With schemas as JSON; both may be null. */
    AvroSerializer(Class<T> type, String schemaText, String writtenText) {
        this.type = Objects.requireNonNull(type, "type");
        this.schemaText = schemaText;
        this.writtenText = writtenText;
    }

    static boolean isGeneric(Class<?> type) {
        return GenericRecord.class.isAssignableFrom(type)
                && !SpecificRecord.class.isAssignableFrom(type);
    }

    /** Avro's readers and writers, which can't travel. */
    private static final class Machine<T> {
        private final AvroModel<T> model;
        private final DatumWriter<T> writer;
        private final DatumReader<T> reader;
        private final ToView out = new ToView();
        private final FromView in = new FromView();
        private BinaryEncoder encoder;
        private BinaryDecoder decoder;

        Machine(AvroModel<T> model, Schema written) {
            this.model = model;
            this.writer = model.writer();
            this.reader = model.reader(written);
        }

        void write(T record, DataOutputView target) throws IOException {
            out.view = target;
            // The direct encoder keeps nothing back.
            encoder = EncoderFactory.get().directBinaryEncoder(out, encoder);
            writer.write(record, encoder);
        }

        T read(DataInputView source) throws IOException {
            in.view = source;
            // The direct decoder takes no byte too many: what follows belongs to others.
            decoder = DecoderFactory.get().directBinaryDecoder(in, decoder);
            return reader.read(null, decoder);
        }
    }

    private Machine<T> machine() {
        if (machine == null) {
            AvroModel<T> model = AvroModel.of(type, parse(schemaText));
            Schema written = parse(writtenText);
            machine = new Machine<>(model, written == null ? model.schema() : written);
        }
        return machine;
    }

    static Schema parse(String text) {
        return text == null ? null : new Schema.Parser().parse(text);
    }

    /** The class of the records. */
    public Class<T> getType() {
        return type;
    }

    /** What records are written by. */
    Schema schema() {
        return machine().model.schema();
    }

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public T createInstance() {
        return machine().model.newInstance();
    }

    @Override
    public void serialize(T record, DataOutputView target) throws IOException {
        machine().write(record, target);
    }

    @Override
    public T deserialize(DataInputView source) throws IOException {
        return machine().read(source);
    }

    @Override
    public T deserialize(T reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public T copy(T from) {
        AvroModel<T> model = machine().model;
        return model.data().deepCopy(model.schema(), from);
    }

    @Override
    public T copy(T from, T reuse) {
        return copy(from);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        serialize(deserialize(source), target);
    }

    @Override
    public TypeSerializerSnapshot<T> snapshotConfiguration() {
        return new AvroSerializerSnapshot<>(type, schema().toString());
    }

    @Override
    public TypeSerializer<T> duplicate() {
        return new AvroSerializer<>(type, schemaText, writtenText);
    }

    @Override
    public int hashCode() {
        return Objects.hash(type, schemaText, writtenText);
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof AvroSerializer<?> other
                && type == other.type
                && Objects.equals(schemaText, other.schemaText)
                && Objects.equals(writtenText, other.writtenText);
    }

    @Override
    public String toString() {
        return "AvroSerializer of " + type.getName();
    }

    private static final class ToView extends OutputStream {
        private DataOutputView view;

        @Override
        public void write(int b) throws IOException {
            view.write(b);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            view.write(bytes, offset, length);
        }
    }

    private static final class FromView extends InputStream {
        private DataInputView view;

        @Override
        public int read() throws IOException {
            return view.readUnsignedByte();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            view.readFully(bytes, offset, length);
            return length;
        }

        @Override
        public long skip(long count) throws IOException {
            return view.skipBytes((int) Math.min(count, Integer.MAX_VALUE));
        }
    }
}
