// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.List;
import java.util.Objects;

/**
 * A stream of which every subtask of the next operator sees each element, with the broadcast states
 * that these elements keep. Made by {@link DataStream#broadcast(MapStateDescriptor[])}, used by
 * {@link DataStream#connect(BroadcastStream)}.
 *
 * @param <T> the elements
 */
@PublicEvolving
public class BroadcastStream<T> {

    private final StreamExecutionEnvironment environment;
    private final DataStream<T> inputStream;
    private final List<MapStateDescriptor<?, ?>> broadcastStateDescriptors;

    /**
     * A broadcast stream.
     *
     * @param input already dealt to every subtask
     */
    protected BroadcastStream(
            StreamExecutionEnvironment env,
            DataStream<T> input,
            MapStateDescriptor<?, ?>... broadcastStateDescriptors) {
        this.environment = Objects.requireNonNull(env, "env");
        this.inputStream = Objects.requireNonNull(input, "input");
        this.broadcastStateDescriptors = List.of(broadcastStateDescriptors);
    }

    public TypeInformation<T> getType() {
        return inputStream.getType();
    }

    /** Makes a function fit to be sent to subtasks, as the environment says. */
    public <F> F clean(F f) {
        return environment.clean(f);
    }

    public StreamExecutionEnvironment getEnvironment() {
        return environment;
    }

    /** Of the states that these elements keep; unmodifiable. */
    public List<MapStateDescriptor<?, ?>> getBroadcastStateDescriptors() {
        return broadcastStateDescriptors;
    }

    final DataStream<T> stream() {
        return inputStream;
    }
}
