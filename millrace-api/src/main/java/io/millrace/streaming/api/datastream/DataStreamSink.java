// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.operators.SlotSharingGroup;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import java.util.Objects;

/** The end of a stream, and the words that can be said about its sink. */
@Public
public class DataStreamSink<T> {

    static final String LEGACY_PREFIX = "Sink: ";

    private final OperatorTransformation<T> operator;

    DataStreamSink(OperatorTransformation<T> operator) {
        this.operator = operator;
    }

    /** Names the sink in logs and views; its state is found by its uid. */
    public DataStreamSink<T> name(String name) {
        Objects.requireNonNull(name, "name");
        operator.setName(
                operator.spec() instanceof OperatorSpec.FunctionSink ? LEGACY_PREFIX + name : name);
        return this;
    }

    /** The name under which the sink's state is kept: give one, and never change it. */
    public DataStreamSink<T> uid(String uid) {
        operator.setUid(uid);
        return this;
    }

    /**
     * The hash under which the sink's state was kept before it had a uid.
     *
     * @throws IllegalArgumentException when not 32 hexadecimal digits
     */
    public DataStreamSink<T> setUidHash(String uidHash) {
        Checks.uidHash(operator, uidHash);
        operator.setUidHash(uidHash);
        return this;
    }

    /**
     * How many subtasks the sink has.
     *
     * @throws IllegalArgumentException when not positive
     */
    public DataStreamSink<T> setParallelism(int parallelism) {
        Checks.parallelism(operator, parallelism, true);
        operator.setParallelism(parallelism);
        return this;
    }

    /**
     * The most subtasks that the sink's keyed state can ever be spread over.
     *
     * @throws IllegalArgumentException when not from 1 to 32768
     */
    public DataStreamSink<T> setMaxParallelism(int maxParallelism) {
        Checks.maxParallelism(operator, maxParallelism, true);
        operator.setMaxParallelism(maxParallelism);
        return this;
    }

    /** A text for views. */
    public DataStreamSink<T> setDescription(String description) {
        operator.setDescription(description);
        return this;
    }

    /** Does not join the sink with the operator before by method calls. */
    public DataStreamSink<T> disableChaining() {
        operator.setChaining(OperatorTransformation.Chaining.NEVER);
        return this;
    }

    /** Recorded, and without effect: all tasks share one process. */
    public DataStreamSink<T> slotSharingGroup(String slotSharingGroup) {
        operator.setSlotSharingGroup(slotSharingGroup);
        return this;
    }

    /** Recorded by its name, and without effect: all tasks share one process. */
    @PublicEvolving
    public DataStreamSink<T> slotSharingGroup(SlotSharingGroup slotSharingGroup) {
        return slotSharingGroup(
                Objects.requireNonNull(slotSharingGroup, "slotSharingGroup").getName());
    }
}
