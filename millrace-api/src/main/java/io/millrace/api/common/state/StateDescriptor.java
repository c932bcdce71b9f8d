// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.state;

import static io.millrace.util.Preconditions.checkArgument;
import static io.millrace.util.Preconditions.checkNotNull;
import static io.millrace.util.Preconditions.checkState;

import io.millrace.annotation.Internal;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.functions.SerializerFactory;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.typeutils.TypeExtractor;
import io.millrace.core.memory.DataInputViewStreamWrapper;
import io.millrace.core.memory.DataOutputViewStreamWrapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Describes one state: its name, the type of what it holds and how it is serialized.
 *
 * <p>A descriptor is made in a program, where a type may be known only as {@link TypeInformation};
 * the serializer depends on the settings of the job (registered types, Kryo, ...) and so is made
 * late, when the state is first asked for: {@link #initializeSerializerUnlessSet}. A descriptor
 * travels with the function it is a field of, with its serializer if that has been made, else with
 * the type.
 *
 * <p>Two descriptors are equal when they are of one class and name. Several tasks may share one
 * descriptor, so the serializer is set once and given out as a copy.
 *
 * @param <S> the handle
 * @param <T> what is kept
 */
@PublicEvolving
public abstract class StateDescriptor<S extends State, T> implements Serializable {

    /** The kinds of state. */
    @PublicEvolving
    public enum Type {
        /**
         * Not a kind.
         *
         * @deprecated no descriptor has it
         */
        @Deprecated
        UNKNOWN,
        /** {@link ValueState}. */
        VALUE,
        /** {@link ListState}. */
        LIST,
        /** {@link ReducingState}. */
        REDUCING,
        /**
         * An older form of aggregation.
         *
         * @deprecated no descriptor has it
         */
        @Deprecated
        FOLDING,
        /** {@link AggregatingState}. */
        AGGREGATING,
        /** {@link MapState}. */
        MAP
    }

    private static final Logger LOG = LoggerFactory.getLogger(StateDescriptor.class);

    private static final long serialVersionUID = 1L;

    /** The name, unique within the operator. */
    protected final String name;

    /** What a value is before it was set, null for nothing; travels as bytes of the serializer. */
    protected transient T defaultValue;

    // A plain AtomicReference would travel as it is; the serializer must be cloned before it is
    // shared.
    private final AtomicReference<TypeSerializer<T>> serializerAtomicReference =
            new AtomicReference<>();

    private TypeInformation<T> typeInfo;

    private String queryableStateName;

    // A class of ours that may be null in a descriptor written by an older build.
    private StateTtlConfig ttlConfig = StateTtlConfig.DISABLED;

    /** Describes by serializer. */
    protected StateDescriptor(String name, TypeSerializer<T> serializer, T defaultValue) {
        this.name = checkName(name);
        this.serializerAtomicReference.set(
                checkNotNull(serializer, "The serializer of state '%s' is null.", name));
        this.defaultValue = defaultValue;
    }

    /** Describes by type. */
    protected StateDescriptor(String name, TypeInformation<T> typeInfo, T defaultValue) {
        this.name = checkName(name);
        this.typeInfo = checkNotNull(typeInfo, "The type of state '%s' is null.", name);
        this.defaultValue = defaultValue;
    }

    /**
     * Describes by class.
     *
     * @throws IllegalArgumentException when the type can't be told from the class, as with generic
     *     types
     */
    protected StateDescriptor(String name, Class<T> type, T defaultValue) {
        this.name = checkName(name);
        checkNotNull(type, "The class of state '%s' is null.", name);
        try {
            this.typeInfo = TypeExtractor.createTypeInfo(type);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "Can't tell the type of state '"
                            + name
                            + "' from "
                            + type
                            + " alone. If it is generic, describe it with new TypeHint<...>(){}"
                            + ".getTypeInfo() or a TypeInformation of its own.",
                    e);
        }
        this.defaultValue = defaultValue;
    }

    private static String checkName(String name) {
        return checkNotNull(name, "The name of a state is null.");
    }

    /** The name, unique within the operator. */
    public String getName() {
        return name;
    }

    /**
     * A copy of the default value, null if there is none.
     *
     * @throws IllegalStateException when there is one, and no serializer to copy it with yet
     */
    public T getDefaultValue() {
        if (defaultValue == null) {
            return null;
        }
        return requireSerializer().copy(defaultValue);
    }

    /**
     * The serializer, a copy for the caller alone.
     *
     * @throws IllegalStateException when it has not been made yet
     */
    public TypeSerializer<T> getSerializer() {
        return requireSerializer().duplicate();
    }

    private TypeSerializer<T> requireSerializer() {
        TypeSerializer<T> serializer = serializerAtomicReference.get();
        if (serializer == null) {
            throw new IllegalStateException(
                    "State '"
                            + name
                            + "' has no serializer yet: it is made when the state is first asked "
                            + "for,"
                            + " or by initializeSerializerUnlessSet.");
        }
        return serializer;
    }

    /**
     * Names the state for queries from outside the job. The name is kept and changes nothing, which
     * the log says: the state of a job is not served over a network.
     *
     * @throws IllegalStateException the state has such a name
     * @throws IllegalArgumentException the state has a time to live
     * @deprecated gone from newer versions
     */
    @Deprecated
    public void setQueryable(String queryableStateName) {
        checkArgument(!ttlConfig.isEnabled(), "State '%s' can't both expire and be queried.", name);
        checkState(
                this.queryableStateName == null,
                "State '%s' has a name for queries already: '%s'",
                name,
                this.queryableStateName);
        this.queryableStateName = checkNotNull(queryableStateName, "queryableStateName");
        LOG.info(
                "State '{}' is named '{}' for queries from outside; there are none here, so this"
                        + " changes nothing",
                name,
                queryableStateName);
    }

    /**
     * The name for queries from outside; null without one.
     *
     * @deprecated gone from newer versions
     */
    @Deprecated
    public String getQueryableStateName() {
        return queryableStateName;
    }

    /**
     * Whether it has such a name.
     *
     * @deprecated gone from newer versions
     */
    @Deprecated
    public boolean isQueryable() {
        return queryableStateName != null;
    }

    /** Lets entries expire some time after they were last written (or read). */
    public void enableTimeToLive(StateTtlConfig ttlConfig) {
        checkNotNull(ttlConfig, "The time-to-live settings of state '%s' are null.", name);
        if (ttlConfig.isEnabled()) {
            checkArgument(
                    queryableStateName == null,
                    "State '%s' can't both expire and be queried.",
                    name);
        }
        this.ttlConfig = ttlConfig;
    }

    /** When entries expire; {@link StateTtlConfig#DISABLED} if never. */
    @Internal
    public StateTtlConfig getTtlConfig() {
        return ttlConfig;
    }

    /** Whether the serializer has been made. */
    public boolean isSerializerInitialized() {
        return serializerAtomicReference.get() != null;
    }

    /** Makes the serializer by the settings of a job; does nothing if there is one. */
    public void initializeSerializerUnlessSet(ExecutionConfig executionConfig) {
        initializeSerializerUnlessSet(
                new SerializerFactory() {
                    @Override
                    public <X> TypeSerializer<X> createSerializer(
                            TypeInformation<X> typeInformation) {
                        return typeInformation.createSerializer(
                                executionConfig.getSerializerConfig());
                    }
                });
    }

    /**
     * Makes the serializer with a factory; does nothing if there is one. Safe from several threads.
     */
    @Internal
    public void initializeSerializerUnlessSet(SerializerFactory serializerFactory) {
        if (serializerAtomicReference.get() != null) {
            return;
        }
        checkState(typeInfo != null, "State '%s' has neither a type nor a serializer.", name);
        TypeSerializer<T> made = serializerFactory.createSerializer(typeInfo);
        // Another task may have been faster: its serializer stays, for state may be under way with
        // it.
        serializerAtomicReference.compareAndSet(null, made);
    }

    @Override
    public final int hashCode() {
        return name.hashCode() + 31 * getClass().hashCode();
    }

    @Override
    public final boolean equals(Object o) {
        return this == o
                || (o != null
                        && o.getClass() == getClass()
                        && name.equals(((StateDescriptor<?, ?>) o).name));
    }

    @Override
    public String toString() {
        return getClass().getSimpleName()
                + "{name="
                + name
                + ", type="
                + (typeInfo != null ? typeInfo : serializerAtomicReference.get())
                + (defaultValue != null ? ", defaultValue=" + defaultValue : "")
                + (ttlConfig.isEnabled() ? ", ttl=" + ttlConfig.getTimeToLive() : "")
                + '}';
    }

    /** The kind of state. */
    public abstract Type getType();

    private void writeObject(ObjectOutputStream out) throws IOException {
        if (defaultValue != null && serializerAtomicReference.get() == null) {
            // The value can travel only as bytes, so the serializer is made early, with default
            // settings.
            initializeSerializerUnlessSet(new ExecutionConfig());
        }
        out.defaultWriteObject();
        if (defaultValue == null) {
            out.writeBoolean(false);
            return;
        }
        out.writeBoolean(true);
        byte[] bytes;
        try (ByteArrayOutputStream buffer = new ByteArrayOutputStream()) {
            getSerializer().serialize(defaultValue, new DataOutputViewStreamWrapper(buffer));
            bytes = buffer.toByteArray();
        } catch (Exception e) {
            throw new IOException("Can't write the default value of state '" + name + "'.", e);
        }
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        if (!in.readBoolean()) {
            return;
        }
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        try {
            defaultValue =
                    getSerializer()
                            .deserialize(
                                    new DataInputViewStreamWrapper(
                                            new ByteArrayInputStream(bytes)));
        } catch (Exception e) {
            throw new IOException("Can't read the default value of state '" + name + "'.", e);
        }
    }
}
