// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.functions.KeySelector;
import java.util.List;
import java.util.Objects;

/**
 * A recorded operator: what it does ({@link OperatorSpec}), where its records come from, and what
 * the user said about it (name, uid, parallelism, chaining).
 *
 * @param <T> what it emits
 */
public final class OperatorTransformation<T> extends Transformation<T> {

    /** Whether the planner may join this operator with its neighbours by method calls. */
    public enum Chaining {
        /** With the one before and the one after. */
        ALWAYS,
        /** Only with the one after: {@code startNewChain()}. */
        HEAD,
        /** With neither: {@code disableChaining()}. */
        NEVER
    }

    private final OperatorSpec spec;
    private final List<Transformation<?>> inputs;
    private final List<KeySelector<?, ?>> keySelectors;
    private final TypeInformation<?> keyType;
    private String name;
    private String description;
    private String uid;
    private String uidHash;
    private int parallelism;
    private boolean parallelismSet;
    private int maxParallelism = -1;
    private Chaining chaining = Chaining.ALWAYS;
    private String slotSharingGroup;
    private long bufferTimeoutMs = -1;

    /**
     * An operator.
     *
     * @param keySelectors one per input where the operator works on keyed state, but none for an
     *     input that is broadcast; else empty
     * @param keyType type of the keys, null where not keyed; may be a MissingTypeInfo
     */
    public OperatorTransformation(
            String name,
            OperatorSpec spec,
            List<Transformation<?>> inputs,
            List<KeySelector<?, ?>> keySelectors,
            TypeInformation<?> keyType,
            TypeInformation<T> outputType,
            int parallelism) {
        super(outputType);
        this.name = Objects.requireNonNull(name, "name");
        this.spec = Objects.requireNonNull(spec, "spec");
        this.inputs = List.copyOf(inputs);
        this.keySelectors = List.copyOf(keySelectors);
        this.keyType = keyType;
        this.parallelism = parallelism;
    }

    public OperatorSpec spec() {
        return spec;
    }

    @Override
    public List<Transformation<?>> inputs() {
        return inputs;
    }

    /** One per input that has keys; empty when not keyed. */
    public List<KeySelector<?, ?>> keySelectors() {
        return keySelectors;
    }

    /** Null when not keyed. */
    public TypeInformation<?> keyType() {
        return keyType;
    }

    public boolean isKeyed() {
        return !keySelectors.isEmpty();
    }

    public String name() {
        return name;
    }

    public void setName(String name) {
        this.name = Objects.requireNonNull(name, "name");
    }

    public String description() {
        return description == null ? name : description;
    }

    public void setDescription(String description) {
        this.description = description;
    }

    /** The user's name for this operator's state; null when not given. */
    public String uid() {
        return uid;
    }

    public void setUid(String uid) {
        this.uid = Objects.requireNonNull(uid, "uid");
    }

    /** 32 hexadecimal digits given by the user in place of a uid; null when not given. */
    public String uidHash() {
        return uidHash;
    }

    public void setUidHash(String uidHash) {
        this.uidHash = uidHash;
    }

    @Override
    public int parallelism() {
        return parallelism;
    }

    public void setParallelism(int parallelism) {
        this.parallelism = parallelism;
        this.parallelismSet = true;
    }

    /** Whether the program set the parallelism of this very operator. */
    public boolean parallelismSet() {
        return parallelismSet;
    }

    /** -1 when not set. */
    public int maxParallelism() {
        return maxParallelism;
    }

    public void setMaxParallelism(int maxParallelism) {
        this.maxParallelism = maxParallelism;
    }

    public Chaining chaining() {
        return chaining;
    }

    public void setChaining(Chaining chaining) {
        this.chaining = Objects.requireNonNull(chaining, "chaining");
    }

    /** Null when not set; has no effect in one process. */
    public String slotSharingGroup() {
        return slotSharingGroup;
    }

    public void setSlotSharingGroup(String slotSharingGroup) {
        this.slotSharingGroup = slotSharingGroup;
    }

    /** Milliseconds a partly filled batch may wait; -1 when not set here. */
    public long bufferTimeoutMs() {
        return bufferTimeoutMs;
    }

    public void setBufferTimeoutMs(long bufferTimeoutMs) {
        this.bufferTimeoutMs = bufferTimeoutMs;
    }

    @Override
    public String toString() {
        return "'" + name + "'" + (uid == null ? "" : " (uid '" + uid + "')");
    }
}
