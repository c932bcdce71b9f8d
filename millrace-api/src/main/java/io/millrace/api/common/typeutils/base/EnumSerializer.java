// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import static java.util.stream.Collectors.joining;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSchemaCompatibility;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.spi.types.OnlyReads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * An enum constant as its number in 4 bytes.
 *
 * <p>The numbers are the ordinals, unless the serializer was reconfigured for bytes that were
 * written when the constants stood in another order: then the old numbers stay and new constants
 * come behind them.
 *
 * @param <T> the enum
 */
@Internal
public final class EnumSerializer<T extends Enum<T>> extends TypeSerializer<T> {

    private static final long serialVersionUID = 1L;

    private final Class<T> enumClass;

    /** The constants by number. */
    private final T[] constants;

    /** The numbers by ordinal. */
    private final int[] numbers;

    /** Numbers the constants by their ordinals. */
    public EnumSerializer(Class<T> enumClass) {
        this(enumClass, constantsOf(enumClass));
    }

    private EnumSerializer(Class<T> enumClass, T[] constants) {
        this.enumClass = enumClass;
        this.constants = constants;
        this.numbers = new int[constants.length];
        for (int i = 0; i < constants.length; i++) {
            numbers[constants[i].ordinal()] = i;
        }
    }

    private static <T extends Enum<T>> T[] constantsOf(Class<T> enumClass) {
        if (!Objects.requireNonNull(enumClass, "enumClass").isEnum()) {
            throw new IllegalArgumentException(enumClass.getName() + " is not an enum");
        }
        return enumClass.getEnumConstants();
    }

    /** The constants by number. */
    List<T> constants() {
        return List.of(constants);
    }

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public EnumSerializer<T> duplicate() {
        return this;
    }

    @Override
    public T createInstance() {
        return constants.length == 0 ? null : constants[0];
    }

    @Override
    public T copy(T from) {
        return from;
    }

    @Override
    public T copy(T from, T reuse) {
        return from;
    }

    @Override
    public int getLength() {
        return Integer.BYTES;
    }

    @Override
    public void serialize(T record, DataOutputView target) throws IOException {
        target.writeInt(numbers[record.ordinal()]);
    }

    @Override
    public T deserialize(DataInputView source) throws IOException {
        int number = source.readInt();
        if (number < 0 || number >= constants.length) {
            throw new IOException(
                    "the bytes name constant number "
                            + number
                            + " of "
                            + enumClass.getName()
                            + ", which has only "
                            + constants.length);
        }
        return constants[number];
    }

    @Override
    public T deserialize(T reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        target.writeInt(source.readInt());
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof EnumSerializer<?> other
                && enumClass == other.enumClass
                && constants().equals(other.constants());
    }

    @Override
    public int hashCode() {
        return enumClass.hashCode();
    }

    @Override
    public EnumSerializerSnapshot<T> snapshotConfiguration() {
        return new EnumSerializerSnapshot<>(this);
    }

    @Override
    public String toString() {
        return "Enum "
                + enumClass.getName()
                + Arrays.stream(constants).map(Enum::name).collect(joining(", ", "{", "}"));
    }

    /**
     * Remembers the enum and the names of its constants by number.
     *
     * @param <T> the enum
     */
    public static final class EnumSerializerSnapshot<T extends Enum<T>>
            implements TypeSerializerSnapshot<T> {

        private static final int VERSION = 3;

        private String className;

        /** Null where it is gone, or is no enum any more. */
        private Class<T> enumClass;

        private List<String> names;

        /** For reading. */
        public EnumSerializerSnapshot() {}

        EnumSerializerSnapshot(EnumSerializer<T> serializer) {
            this.enumClass = serializer.enumClass;
            this.className = enumClass.getName();
            this.names = serializer.constants().stream().map(Enum::name).toList();
        }

        @Override
        public int getCurrentVersion() {
            return VERSION;
        }

        @Override
        public void writeSnapshot(DataOutputView out) throws IOException {
            out.writeUTF(className);
            out.writeInt(names.size());
            for (String name : names) {
                out.writeUTF(name);
            }
        }

        @Override
        @SuppressWarnings("unchecked") // checked to be an enum
        public void readSnapshot(int readVersion, DataInputView in, ClassLoader userCodeClassLoader)
                throws IOException {
            if (readVersion != VERSION) {
                throw new IOException(
                        "the snapshot of an enum serializer was written in version "
                                + readVersion
                                + " of its format; this program reads version "
                                + VERSION);
            }
            this.className = in.readUTF();
            try {
                Class<?> named = Class.forName(className, false, userCodeClassLoader);
                this.enumClass = named.isEnum() ? (Class<T>) named : null;
            } catch (ClassNotFoundException e) {
                this.enumClass = null; // who drops the field that was of it need not know it
            }
            int count = ListSerializer.readSize(in);
            List<String> read = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                read.add(in.readUTF());
            }
            this.names = List.copyOf(read);
        }

        @Override
        public TypeSerializer<T> restoreSerializer() {
            if (enumClass == null) {
                return OnlyReads.over(DataInputView::readInt);
            }
            List<String> today =
                    Arrays.stream(enumClass.getEnumConstants()).map(Enum::name).toList();
            return today.containsAll(names) ? numbered(names) : new Former<>(enumClass, names);
        }

        @Override
        public TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(
                TypeSerializerSnapshot<T> oldSerializerSnapshot) {
            if (!(oldSerializerSnapshot instanceof EnumSerializerSnapshot<T> old)
                    || old.enumClass == null
                    || old.enumClass != enumClass
                    || !names.containsAll(old.names)) {
                return TypeSerializerSchemaCompatibility.incompatible();
            }
            if (names.subList(0, old.names.size()).equals(old.names)) {
                return TypeSerializerSchemaCompatibility.compatibleAsIs();
            }
            return TypeSerializerSchemaCompatibility.compatibleWithReconfiguredSerializer(
                    numbered(old.names));
        }

        /**
         * A serializer that gives these names the first numbers and all other constants the next.
         */
        private EnumSerializer<T> numbered(List<String> first) {
            List<T> rest = new ArrayList<>(List.of(enumClass.getEnumConstants()));
            T[] ordered = enumClass.getEnumConstants();
            int next = 0;
            for (String name : first) {
                T constant = Enum.valueOf(enumClass, name);
                ordered[next++] = constant;
                rest.remove(constant);
            }
            for (T constant : rest) {
                ordered[next++] = constant;
            }
            return new EnumSerializer<>(enumClass, ordered);
        }

        /** How the type reads, as {@link io.millrace.spi.types.TypeDescription} has it. */
        @Override
        public String toString() {
            return "Enum " + className + names.stream().collect(joining(", ", "{", "}"));
        }
    }

    /** Reads what was written when there were constants that are gone. */
    private static final class Former<T extends Enum<T>> extends OnlyReads<T> {
        private static final long serialVersionUID = 1L;

        private final Class<T> enumClass;
        private final ArrayList<String> names;

        Former(Class<T> enumClass, List<String> names) {
            this.enumClass = enumClass;
            this.names = new ArrayList<>(names);
        }

        @Override
        public T deserialize(DataInputView source) throws IOException {
            int number = source.readInt();
            if (number < 0 || number >= names.size()) {
                throw new IOException(
                        "the bytes name constant number " + number + " of " + enumClass.getName());
            }
            try {
                return Enum.valueOf(enumClass, names.get(number));
            } catch (IllegalArgumentException e) {
                throw new IOException(
                        "a value is the constant "
                                + names.get(number)
                                + " of "
                                + enumClass.getName()
                                + ", which is gone",
                        e);
            }
        }
    }
}
