// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.api.java.typeutils.TupleTypeInfo;
import io.millrace.api.java.typeutils.TypeExtractor;
import io.millrace.engine.offline.SavedOperator;
import io.millrace.runtime.state.StateBackend;
import io.millrace.state.api.functions.KeyedStateReaderFunction;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.windowing.assigners.WindowAssigner;
import io.millrace.streaming.api.windowing.windows.Window;
import java.io.IOException;

/**
 * Reads a savepoint or a checkpoint, in whatever form: each call gives a stream of what is in one
 * state of one operator, which ends. The snapshot stays as it is.
 *
 * <p>Keyed state is restored in parts, one at a time in each reader. It is restored with the state
 * backend that is named, that of the environment or its settings, or, if none is, one that reads
 * the form the snapshot is in.
 */
@PublicEvolving
public class SavepointReader {

    private final StreamExecutionEnvironment environment;
    private final Saved saved;

    private SavepointReader(StreamExecutionEnvironment environment, Saved saved) {
        this.environment = environment;
        this.saved = saved;
    }

    /**
     * Of the snapshot at that path: its directory, or its {@code _metadata}.
     *
     * @throws IOException there is none, or it is damaged
     */
    public static SavepointReader read(StreamExecutionEnvironment executionEnvironment, String path)
            throws IOException {
        return read(executionEnvironment, path, null);
    }

    /**
     * The same; keyed state is restored with that backend.
     *
     * @param stateBackend null to let the settings decide
     */
    public static SavepointReader read(
            StreamExecutionEnvironment executionEnvironment, String path, StateBackend stateBackend)
            throws IOException {
        SavedOperator.requireSnapshot(path);
        return new SavepointReader(
                executionEnvironment, Saved.of(executionEnvironment, path, stateBackend));
    }

    /**
     * The elements of a list.
     *
     * @deprecated {@link #readListState(OperatorIdentifier, String, TypeInformation)}
     */
    @Deprecated
    public <T> DataStream<T> readListState(String uid, String name, TypeInformation<T> typeInfo)
            throws IOException {
        return readListState(OperatorIdentifier.forUid(uid), name, typeInfo);
    }

    /**
     * The elements of a list of operator state that is split among subtasks.
     *
     * @throws IOException there is none of that name; the message names those there are
     */
    public <T> DataStream<T> readListState(
            OperatorIdentifier identifier, String name, TypeInformation<T> typeInfo)
            throws IOException {
        return list(identifier, new ListStateDescriptor<>(name, typeInfo), false, typeInfo);
    }

    /**
     * The elements of a list.
     *
     * @deprecated {@link #readListState(OperatorIdentifier, String, TypeInformation,
     *     TypeSerializer)}
     */
    @Deprecated
    public <T> DataStream<T> readListState(
            String uid, String name, TypeInformation<T> typeInfo, TypeSerializer<T> serializer)
            throws IOException {
        return readListState(OperatorIdentifier.forUid(uid), name, typeInfo, serializer);
    }

    /** The same, of a state that was written by that serializer. */
    public <T> DataStream<T> readListState(
            OperatorIdentifier identifier,
            String name,
            TypeInformation<T> typeInfo,
            TypeSerializer<T> serializer)
            throws IOException {
        return list(identifier, new ListStateDescriptor<>(name, serializer), false, typeInfo);
    }

    /**
     * The elements of a union list.
     *
     * @deprecated {@link #readUnionState(OperatorIdentifier, String, TypeInformation)}
     */
    @Deprecated
    public <T> DataStream<T> readUnionState(String uid, String name, TypeInformation<T> typeInfo)
            throws IOException {
        return readUnionState(OperatorIdentifier.forUid(uid), name, typeInfo);
    }

    /** The elements of a list of operator state that all subtasks were given whole; each once. */
    public <T> DataStream<T> readUnionState(
            OperatorIdentifier identifier, String name, TypeInformation<T> typeInfo)
            throws IOException {
        return list(identifier, new ListStateDescriptor<>(name, typeInfo), true, typeInfo);
    }

    /**
     * The elements of a union list.
     *
     * @deprecated {@link #readUnionState(OperatorIdentifier, String, TypeInformation,
     *     TypeSerializer)}
     */
    @Deprecated
    public <T> DataStream<T> readUnionState(
            String uid, String name, TypeInformation<T> typeInfo, TypeSerializer<T> serializer)
            throws IOException {
        return readUnionState(OperatorIdentifier.forUid(uid), name, typeInfo, serializer);
    }

    /** The same, of a state that was written by that serializer. */
    public <T> DataStream<T> readUnionState(
            OperatorIdentifier identifier,
            String name,
            TypeInformation<T> typeInfo,
            TypeSerializer<T> serializer)
            throws IOException {
        return list(identifier, new ListStateDescriptor<>(name, serializer), true, typeInfo);
    }

    private <T> DataStream<T> list(
            OperatorIdentifier identifier,
            ListStateDescriptor<T> descriptor,
            boolean union,
            TypeInformation<T> type)
            throws IOException {
        return Saved.stream(
                environment,
                new SavedElements<>(saved, identifier, descriptor, union),
                type,
                "list " + descriptor.getName());
    }

    /**
     * The entries of broadcast state.
     *
     * @deprecated {@link #readBroadcastState(OperatorIdentifier, String, TypeInformation,
     *     TypeInformation)}
     */
    @Deprecated
    public <K, V> DataStream<Tuple2<K, V>> readBroadcastState(
            String uid,
            String name,
            TypeInformation<K> keyTypeInfo,
            TypeInformation<V> valueTypeInfo)
            throws IOException {
        return readBroadcastState(OperatorIdentifier.forUid(uid), name, keyTypeInfo, valueTypeInfo);
    }

    /** The entries of broadcast state; each once. */
    public <K, V> DataStream<Tuple2<K, V>> readBroadcastState(
            OperatorIdentifier identifier,
            String name,
            TypeInformation<K> keyTypeInfo,
            TypeInformation<V> valueTypeInfo)
            throws IOException {
        return broadcast(
                identifier,
                new MapStateDescriptor<>(name, keyTypeInfo, valueTypeInfo),
                keyTypeInfo,
                valueTypeInfo);
    }

    /**
     * The entries of broadcast state.
     *
     * @deprecated {@link #readBroadcastState(OperatorIdentifier, String, TypeInformation,
     *     TypeInformation, TypeSerializer, TypeSerializer)}
     */
    @Deprecated
    public <K, V> DataStream<Tuple2<K, V>> readBroadcastState(
            String uid,
            String name,
            TypeInformation<K> keyTypeInfo,
            TypeInformation<V> valueTypeInfo,
            TypeSerializer<K> keySerializer,
            TypeSerializer<V> valueSerializer)
            throws IOException {
        return readBroadcastState(
                OperatorIdentifier.forUid(uid),
                name,
                keyTypeInfo,
                valueTypeInfo,
                keySerializer,
                valueSerializer);
    }

    /** The same, of a state that was written by those serializers. */
    public <K, V> DataStream<Tuple2<K, V>> readBroadcastState(
            OperatorIdentifier identifier,
            String name,
            TypeInformation<K> keyTypeInfo,
            TypeInformation<V> valueTypeInfo,
            TypeSerializer<K> keySerializer,
            TypeSerializer<V> valueSerializer)
            throws IOException {
        return broadcast(
                identifier,
                new MapStateDescriptor<>(name, keySerializer, valueSerializer),
                keyTypeInfo,
                valueTypeInfo);
    }

    private <K, V> DataStream<Tuple2<K, V>> broadcast(
            OperatorIdentifier identifier,
            MapStateDescriptor<K, V> descriptor,
            TypeInformation<K> keyType,
            TypeInformation<V> valueType)
            throws IOException {
        return Saved.stream(
                environment,
                new SavedBroadcast<>(saved, identifier, descriptor),
                new TupleTypeInfo<>(keyType, valueType),
                "broadcast " + descriptor.getName());
    }

    /**
     * What a function makes of keyed state.
     *
     * @deprecated {@link #readKeyedState(OperatorIdentifier, KeyedStateReaderFunction)}
     */
    @Deprecated
    public <K, OUT> DataStream<OUT> readKeyedState(
            String uid, KeyedStateReaderFunction<K, OUT> function) throws IOException {
        return readKeyedState(OperatorIdentifier.forUid(uid), function);
    }

    /** What a function makes of keyed state; the types are found in the function's class. */
    public <K, OUT> DataStream<OUT> readKeyedState(
            OperatorIdentifier identifier, KeyedStateReaderFunction<K, OUT> function)
            throws IOException {
        TypeInformation<K> keyType =
                TypeExtractor.createTypeInfo(
                        KeyedStateReaderFunction.class, function.getClass(), 0, null, null);
        TypeInformation<OUT> outType =
                TypeExtractor.createTypeInfo(
                        KeyedStateReaderFunction.class, function.getClass(), 1, null, null);
        return readKeyedState(identifier, function, keyType, outType);
    }

    /**
     * What a function makes of keyed state.
     *
     * @deprecated {@link #readKeyedState(OperatorIdentifier, KeyedStateReaderFunction,
     *     TypeInformation, TypeInformation)}
     */
    @Deprecated
    public <K, OUT> DataStream<OUT> readKeyedState(
            String uid,
            KeyedStateReaderFunction<K, OUT> function,
            TypeInformation<K> keyTypeInfo,
            TypeInformation<OUT> outTypeInfo)
            throws IOException {
        return readKeyedState(OperatorIdentifier.forUid(uid), function, keyTypeInfo, outTypeInfo);
    }

    /**
     * What a function makes of keyed state, and of timers.
     *
     * @param keyTypeInfo of the keys, which must be as the job wrote them
     */
    public <K, OUT> DataStream<OUT> readKeyedState(
            OperatorIdentifier identifier,
            KeyedStateReaderFunction<K, OUT> function,
            TypeInformation<K> keyTypeInfo,
            TypeInformation<OUT> outTypeInfo)
            throws IOException {
        return Saved.stream(
                environment,
                new SavedByKey<>(saved, identifier, keyTypeInfo, environment.clean(function)),
                outTypeInfo,
                "keyed state");
    }

    /** For reading what is in windows of that kind. */
    public <W extends Window> WindowSavepointReader<W> window(WindowAssigner<?, W> assigner) {
        return window(assigner.getWindowSerializer(environment.getConfig()));
    }

    /** For reading what is in windows that were written by that serializer. */
    public <W extends Window> WindowSavepointReader<W> window(TypeSerializer<W> windowSerializer) {
        return new WindowSavepointReader<>(environment, saved, windowSerializer);
    }
}
