// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.functions.InvalidTypesException;
import io.millrace.api.common.operators.SlotSharingGroup;
import io.millrace.api.common.typeinfo.TypeHint;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.SideOutputTransformation;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.operators.ChainingStrategy;
import io.millrace.util.OutputTag;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What an operator emits, and the words that can be said about the operator.
 *
 * @param <T> the records
 */
@Public
public class SingleOutputStreamOperator<T> extends DataStream<T> {

    private static final String SOURCE_PREFIX = "Source: ";

    /** Whether it runs in one subtask only. */
    protected boolean nonParallel;

    private final OperatorTransformation<T> operator;
    private final Map<String, TypeInformation<?>> sideOutputs = new HashMap<>();

    SingleOutputStreamOperator(
            StreamExecutionEnvironment environment, OperatorTransformation<T> operator) {
        super(environment, operator);
        this.operator = operator;
    }

    final OperatorTransformation<T> operator() {
        return operator;
    }

    private boolean isSource() {
        return operator.spec() instanceof OperatorSpec.Source
                || operator.spec() instanceof OperatorSpec.FunctionSource;
    }

    public String getName() {
        return isSource() && operator.name().startsWith(SOURCE_PREFIX)
                ? operator.name().substring(SOURCE_PREFIX.length())
                : operator.name();
    }

    /** Names the operator in logs and views; its state is found by its uid. */
    public SingleOutputStreamOperator<T> name(String name) {
        Objects.requireNonNull(name, "name");
        operator.setName(isSource() ? SOURCE_PREFIX + name : name);
        return this;
    }

    /** The name under which the operator's state is kept: give one, and never change it. */
    public SingleOutputStreamOperator<T> uid(String uid) {
        operator.setUid(uid);
        return this;
    }

    /**
     * The hash under which the operator's state was kept before it had a uid.
     *
     * @throws IllegalArgumentException when not 32 hexadecimal digits
     */
    public SingleOutputStreamOperator<T> setUidHash(String uidHash) {
        Checks.uidHash(operator, uidHash);
        operator.setUidHash(uidHash);
        return this;
    }

    /**
     * How many subtasks the operator has.
     *
     * @throws IllegalArgumentException when not positive, or not 1 for an operator that cannot be
     *     parallel
     */
    public SingleOutputStreamOperator<T> setParallelism(int parallelism) {
        Checks.parallelism(operator, parallelism, !nonParallel);
        operator.setParallelism(parallelism);
        return this;
    }

    /**
     * The number of key groups: the most subtasks that the operator's keyed state can ever be
     * spread over.
     *
     * @throws IllegalArgumentException when not from 1 to 32768
     */
    public SingleOutputStreamOperator<T> setMaxParallelism(int maxParallelism) {
        Checks.maxParallelism(operator, maxParallelism, !nonParallel);
        operator.setMaxParallelism(maxParallelism);
        return this;
    }

    /** One subtask, and no other number can be set afterwards. */
    public SingleOutputStreamOperator<T> forceNonParallel() {
        operator.setParallelism(1);
        operator.setMaxParallelism(1);
        nonParallel = true;
        return this;
    }

    /**
     * Milliseconds that a partly filled batch of this operator's may wait; -1 sends only full ones.
     *
     * @throws IllegalArgumentException when less than -1
     */
    public SingleOutputStreamOperator<T> setBufferTimeout(long timeoutMillis) {
        if (timeoutMillis < -1) {
            throw new IllegalArgumentException(
                    "The buffer timeout of operator "
                            + operator
                            + " must be -1 or more, but is "
                            + timeoutMillis
                            + " ms.");
        }
        // -1 stands for "not set" in the record.
        operator.setBufferTimeoutMs(timeoutMillis == -1 ? Long.MAX_VALUE : timeoutMillis);
        return this;
    }

    /** Joins the operator with neither neighbour by method calls. */
    public SingleOutputStreamOperator<T> disableChaining() {
        operator.setChaining(OperatorTransformation.Chaining.NEVER);
        return this;
    }

    /** Joins the operator with the one after, not with the one before. */
    public SingleOutputStreamOperator<T> startNewChain() {
        operator.setChaining(OperatorTransformation.Chaining.HEAD);
        return this;
    }

    /** As a custom operator wishes. */
    final SingleOutputStreamOperator<T> chained(ChainingStrategy strategy) {
        operator.setChaining(
                switch (strategy) {
                    case ALWAYS -> OperatorTransformation.Chaining.ALWAYS;
                    case NEVER -> OperatorTransformation.Chaining.NEVER;
                    // Sources are chained as any other operator here, so this is a head like
                    // others.
                    case HEAD, HEAD_WITH_SOURCES -> OperatorTransformation.Chaining.HEAD;
                });
        return this;
    }

    /** Says the type of what comes out, for a class without type parameters. */
    public SingleOutputStreamOperator<T> returns(Class<T> typeClass) {
        Objects.requireNonNull(typeClass, "typeClass");
        try {
            return returns(TypeInformation.of(typeClass));
        } catch (InvalidTypesException e) {
            throw new InvalidTypesException(
                    typeClass.getName()
                            + " has type parameters, which a class does not say: use returns(new TypeHint<...>() {}) instead.",
                    e);
        }
    }

    /**
     * Says the type of what comes out: {@code returns(new TypeHint<Tuple2<String, Long>>() {})}.
     */
    public SingleOutputStreamOperator<T> returns(TypeHint<T> typeHint) {
        return returns(Objects.requireNonNull(typeHint, "typeHint").getTypeInfo());
    }

    /**
     * Says the type of what comes out.
     *
     * @throws IllegalStateException when something was built on the stream already
     */
    public SingleOutputStreamOperator<T> returns(TypeInformation<T> typeInfo) {
        Objects.requireNonNull(typeInfo, "typeInfo");
        if (isTypeUsed()) {
            throw new IllegalStateException(
                    "returns(...) comes too late for operator "
                            + operator
                            + ": its type has been used. Call it directly behind the operator.");
        }
        operator.setOutputType(typeInfo);
        return this;
    }

    /** Recorded, and without effect: all tasks share one process. */
    public SingleOutputStreamOperator<T> slotSharingGroup(String slotSharingGroup) {
        operator.setSlotSharingGroup(slotSharingGroup);
        return this;
    }

    /** Recorded by its name, and without effect: all tasks share one process. */
    @PublicEvolving
    public SingleOutputStreamOperator<T> slotSharingGroup(SlotSharingGroup slotSharingGroup) {
        return slotSharingGroup(
                Objects.requireNonNull(slotSharingGroup, "slotSharingGroup").getName());
    }

    /**
     * What the operator emits under this tag.
     *
     * @throws UnsupportedOperationException when another type was asked for under the same id
     */
    public <X> SideOutputDataStream<X> getSideOutput(OutputTag<X> sideOutputTag) {
        OutputTag<X> tag =
                cleanFor("getSideOutput", Objects.requireNonNull(sideOutputTag, "sideOutputTag"));
        TypeInformation<?> before = sideOutputs.putIfAbsent(tag.getId(), tag.getTypeInfo());
        if (before != null && !before.equals(tag.getTypeInfo())) {
            throw new UnsupportedOperationException(
                    "Side output '"
                            + tag.getId()
                            + "' of operator "
                            + operator
                            + " was asked for as "
                            + before
                            + " before, and now as "
                            + tag.getTypeInfo()
                            + ". Give the two tags different ids.");
        }
        return new SideOutputDataStream<>(
                environment, new SideOutputTransformation<>(operator, tag));
    }

    /** A text for views. */
    public SingleOutputStreamOperator<T> setDescription(String description) {
        operator.setDescription(description);
        return this;
    }
}
