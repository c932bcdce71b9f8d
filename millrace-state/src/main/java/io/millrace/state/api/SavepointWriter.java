// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api;

import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.Configuration;
import io.millrace.engine.keys.KeyGroups;
import io.millrace.engine.offline.SavepointDraft;
import io.millrace.runtime.state.StateBackend;
import io.millrace.spi.Addresses;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.io.IOException;
import java.util.Objects;

/**
 * Writes a savepoint: a new one, from data, or one that is there with other operators. It is in the
 * canonical form, so that a job on any state backend begins from it, at any parallelism up to the
 * maximum.
 *
 * <p>The jobs that yield the data are run by {@link #write}, one operator after the other; until it
 * is written the keyed state of an operator is in the state backend that is named here, or else in
 * that of the stream's environment. What else that environment has been told is not run, and stays.
 */
@PublicEvolving
public class SavepointWriter {

    private final SavepointDraft draft;
    private final int maxParallelism;

    /** Null: that of the streams' environment. */
    private final StateBackend backend;

    private final Configuration settings = new Configuration();

    private SavepointWriter(SavepointDraft draft, int maxParallelism, StateBackend backend) {
        this.draft = draft;
        this.maxParallelism = maxParallelism;
        this.backend = backend;
    }

    /**
     * A new savepoint.
     *
     * @param maxParallelism the number of key groups of its operators: 1 to 32768
     */
    public static SavepointWriter newSavepoint(int maxParallelism) {
        return created(null, maxParallelism);
    }

    /** A new savepoint; each stream is run by its own environment, which must be this one. */
    public static SavepointWriter newSavepoint(
            StreamExecutionEnvironment executionEnvironment, int maxParallelism) {
        Objects.requireNonNull(executionEnvironment, "executionEnvironment");
        return created(null, maxParallelism);
    }

    /** A new savepoint, whose keyed state is in that backend until it is written. */
    public static SavepointWriter newSavepoint(StateBackend stateBackend, int maxParallelism) {
        return created(Objects.requireNonNull(stateBackend, "stateBackend"), maxParallelism);
    }

    /** The same. */
    public static SavepointWriter newSavepoint(
            StreamExecutionEnvironment executionEnvironment,
            StateBackend stateBackend,
            int maxParallelism) {
        Objects.requireNonNull(executionEnvironment, "executionEnvironment");
        return newSavepoint(stateBackend, maxParallelism);
    }

    private static SavepointWriter created(StateBackend backend, int maxParallelism) {
        if (maxParallelism < 1 || maxParallelism > KeyGroups.UPPER_BOUND) {
            throw new IllegalArgumentException(
                    "The max parallelism must be between 1 and "
                            + KeyGroups.UPPER_BOUND
                            + ", not "
                            + maxParallelism);
        }
        return new SavepointWriter(SavepointDraft.empty(), maxParallelism, backend);
    }

    /**
     * One that begins with all operators of another, which stays as it is.
     *
     * @param path of the other: a savepoint, or a checkpoint in the canonical form
     */
    public static SavepointWriter fromExistingSavepoint(String path) throws IOException {
        return existing(path, null);
    }

    /** The same. */
    public static SavepointWriter fromExistingSavepoint(
            StreamExecutionEnvironment executionEnvironment, String path) throws IOException {
        Objects.requireNonNull(executionEnvironment, "executionEnvironment");
        return existing(path, null);
    }

    /** The same; what is added is in that backend until it is written. */
    public static SavepointWriter fromExistingSavepoint(String path, StateBackend stateBackend)
            throws IOException {
        return existing(path, Objects.requireNonNull(stateBackend, "stateBackend"));
    }

    /** The same. */
    public static SavepointWriter fromExistingSavepoint(
            StreamExecutionEnvironment executionEnvironment, String path, StateBackend stateBackend)
            throws IOException {
        Objects.requireNonNull(executionEnvironment, "executionEnvironment");
        return fromExistingSavepoint(path, stateBackend);
    }

    private static SavepointWriter existing(String path, StateBackend backend) throws IOException {
        SavepointDraft draft = SavepointDraft.from(path);
        int max = draft.maxParallelism();
        return new SavepointWriter(
                draft, max > 0 ? max : KeyGroups.defaultMaxParallelism(1), backend);
    }

    /**
     * Leaves an operator out.
     *
     * @deprecated {@link #removeOperator(OperatorIdentifier)}
     */
    @Deprecated
    public SavepointWriter removeOperator(String uid) {
        return removeOperator(OperatorIdentifier.forUid(uid));
    }

    /**
     * Leaves an operator out.
     *
     * @throws IllegalArgumentException if there is none
     */
    public SavepointWriter removeOperator(OperatorIdentifier identifier) {
        requireThere(identifier);
        draft.remove(identifier.id());
        return this;
    }

    /**
     * Adds an operator with the state that is made so.
     *
     * @deprecated {@link #withOperator(OperatorIdentifier, StateBootstrapTransformation)}
     */
    @Deprecated
    public <T> SavepointWriter withOperator(
            String uid, StateBootstrapTransformation<T> transformation) {
        return withOperator(OperatorIdentifier.forUid(uid), transformation);
    }

    /**
     * A setting of the state backend, or of how state is written, which wins over that of the
     * streams' environment; for the operators that are added, whether before or after this call.
     */
    public <T> SavepointWriter withConfiguration(ConfigOption<T> option, T value) {
        settings.set(option, value);
        return this;
    }

    /**
     * Adds an operator with the state that is made so.
     *
     * @throws IllegalArgumentException if there is one of that name: remove it first
     */
    public <T> SavepointWriter withOperator(
            OperatorIdentifier identifier, StateBootstrapTransformation<T> transformation) {
        requireFree(identifier);
        draft.add(
                identifier.id(),
                () -> transformation.build(identifier, maxParallelism, backend, settings));
        return this;
    }

    /**
     * Gives the state of an operator to one of another name.
     *
     * @throws IllegalArgumentException if there is none, or one of the other name
     */
    public SavepointWriter changeOperatorIdentifier(
            OperatorIdentifier from, OperatorIdentifier to) {
        requireThere(from);
        requireFree(to);
        draft.rename(from.id(), to.id(), to.getUid().orElse(null));
        return this;
    }

    private void requireThere(OperatorIdentifier identifier) {
        if (!draft.has(identifier.id())) {
            throw new IllegalArgumentException("The savepoint has no state of " + identifier + ".");
        }
    }

    private void requireFree(OperatorIdentifier identifier) {
        if (draft.has(identifier.id())) {
            throw new IllegalArgumentException(
                    "The savepoint has state of "
                            + identifier
                            + " already. Remove it first, if this is to replace it.");
        }
    }

    /**
     * Runs what is needed, and writes the savepoint; it is there when this returns.
     *
     * @param path a directory that is not there yet, or empty
     * @throws IllegalStateException if it can't be written, or a function fails
     */
    public final void write(String path) {
        try {
            draft.write(path);
        } catch (Exception e) {
            throw new IllegalStateException(
                    "The savepoint at "
                            + Addresses.shown(path)
                            + " could not be written: "
                            + e.getMessage(),
                    e);
        }
    }
}
