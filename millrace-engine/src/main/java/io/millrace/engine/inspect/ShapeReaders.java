// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.inspect;

import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.engine.state.StateShape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Readers for types of which the shape is known: what the checkpoint remembers of the serializers.
 * It names the fields of classes, so that these need not be here.
 *
 * <p>A shape is read as {@code docs/formats/keyed-state.md} tells it. Only the form of a serializer
 * of the program's own can't be known, and where it ends neither; then its class is needed.
 */
final class ShapeReaders {

    private final ClassReaders classes;

    ShapeReaders(ClassReaders classes) {
        this.classes = classes;
    }

    /**
     * A reader of what the serializer at this place wrote.
     *
     * @param place 0, or 1 for the values of a map
     */
    ValueReader of(StateShape shape, int place) {
        byte[] bytes = shape.bytes();
        DataInputDeserializer in = new DataInputDeserializer(bytes);
        try {
            for (int before = 0; before < place; before++) {
                serializer(in, bytes);
            }
            return serializer(in, bytes);
        } catch (UnreadableType e) {
            return new ValueReader.Unreadable(e.getMessage());
        } catch (IOException | RuntimeException e) {
            return new ValueReader.Unreadable(
                    "what the checkpoint remembers of its type can't be read: " + e.getMessage());
        }
    }

    private ValueReader serializer(DataInputDeserializer in, byte[] bytes) throws IOException {
        int begin = in.getPosition();
        String name = in.readUTF();
        int version = in.readInt();
        return switch (name) {
            case ":pojo" -> {
                require(name, version, 3, 4);
                yield pojo(in, bytes, version);
            }
            case ":enum" -> {
                require(name, version, 3, 3);
                in.readUTF();
                yield new ValueReader.Constants(names(in));
            }
            case ":kryo" -> {
                require(name, version, 2, 3);
                String type = in.readUTF();
                List<String> numbered = names(in);
                for (int left = version == 2 ? 0 : in.readInt(); left > 0; left--) {
                    in.readUTF();
                    StringSerializer.INSTANCE.deserialize(in);
                }
                ValueReader reader = classes.ofKryo(type);
                yield numbered.isEmpty() ? reader : numberedKryo(begin, in, bytes, type);
            }
            case ":list" -> new ValueReader.Elements(nested(in, bytes).get(0));
            case ":map" -> {
                List<ValueReader> both = nested(in, bytes);
                yield new ValueReader.Entries(both.get(0), both.get(1));
            }
            case ":either" -> {
                List<ValueReader> both = nested(in, bytes);
                yield new ValueReader.OneOfTwo(both.get(0), both.get(1));
            }
            case ":union" -> {
                List<ValueReader> both = nested(in, bytes);
                yield new ValueReader.Union(both.get(0), both.get(1));
            }
            case ":array" -> {
                in.readInt();
                in.readUTF();
                yield new ValueReader.ArrayElements(inner(in, bytes).get(0));
            }
            case ":tuple" -> {
                in.readInt();
                in.readUTF();
                in.readInt();
                yield new ValueReader.TupleFields(inner(in, bytes));
            }
            case ":runtime" -> {
                nested(in, bytes);
                yield new AnyReader(classes);
            }
            default -> known(begin, name, in, bytes);
        };
    }

    private static void require(String name, int version, int oldest, int newest)
            throws UnreadableType {
        if (version < oldest || version > newest) {
            throw new UnreadableType(
                    "the type was remembered in version "
                            + version
                            + " of "
                            + name
                            + "; this build knows versions "
                            + oldest
                            + " to "
                            + newest);
        }
    }

    private ValueReader pojo(DataInputDeserializer in, byte[] bytes, int version)
            throws IOException {
        String type = in.readUTF();
        List<PojoReader.FieldForm> fields = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            String name = in.readUTF();
            boolean nullable = in.readBoolean();
            fields.add(new PojoReader.FieldForm(name, nullable, serializer(in, bytes)));
        }
        List<ValueReader> registered = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            String subclass = in.readUTF();
            StringSerializer.INSTANCE.deserialize(in);
            boolean remembered = version > 3 && in.readBoolean();
            registered.add(remembered ? serializer(in, bytes) : classes.ofClass(subclass));
        }
        return new PojoReader(type, fields, registered, classes::ofClass);
    }

    /** What an outer serializer without content of its own has within. */
    private List<ValueReader> nested(DataInputDeserializer in, byte[] bytes) throws IOException {
        in.readInt();
        return inner(in, bytes);
    }

    private List<ValueReader> inner(DataInputDeserializer in, byte[] bytes) throws IOException {
        List<ValueReader> readers = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            readers.add(serializer(in, bytes));
        }
        return readers;
    }

    private static List<String> names(DataInputDeserializer in) throws IOException {
        List<String> names = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            names.add(in.readUTF());
        }
        return names;
    }

    /** Classes with a number are named by it in the bytes: all must be here. */
    private ValueReader numberedKryo(
            int begin, DataInputDeserializer in, byte[] bytes, String type) {
        try {
            DataInputDeserializer again =
                    new DataInputDeserializer(bytes, begin, in.getPosition() - begin);
            return new ValueReader.Measured(
                    new ValueReader.BySerializer(
                            TypeSerializerSnapshot.readVersionedSnapshot(again, classes.loader())
                                    .restoreSerializer()),
                    null);
        } catch (IOException | RuntimeException | LinkageError e) {
            return new ValueReader.Measured(
                    null, ClassReaders.lacking("a class registered for " + type));
        }
    }

    /** By the serializer that a snapshot makes: one of ours, or of the program's. */
    private ValueReader known(int begin, String name, DataInputDeserializer in, byte[] bytes)
            throws IOException {
        DataInputDeserializer again = new DataInputDeserializer(bytes, begin, bytes.length - begin);
        TypeSerializerSnapshot<?> snapshot;
        try {
            snapshot = TypeSerializerSnapshot.readVersionedSnapshot(again, classes.loader());
        } catch (IOException | RuntimeException | LinkageError e) {
            throw new UnreadableType(ClassReaders.lacking("the serializer behind " + name), e);
        }
        in.skipBytesToRead(begin + (bytes.length - begin - again.available()) - in.getPosition());
        try {
            return new ValueReader.BySerializer(snapshot.restoreSerializer());
        } catch (RuntimeException | LinkageError e) {
            return new ValueReader.Unreadable(
                    "the serializer that " + name + " remembers can't be made: " + e);
        }
    }
}
