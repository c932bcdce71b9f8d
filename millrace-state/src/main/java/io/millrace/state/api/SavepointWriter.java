// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api;

import io.millrace.annotation.PublicEvolving;
import io.millrace.engine.keys.KeyGroups;
import io.millrace.engine.offline.SavepointDraft;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.io.IOException;
import java.util.Objects;

/**
 * Writes a savepoint: a new one, from data, or one that is there with other operators. It is in the
 * canonical form, so that a job on any state backend begins from it, at any parallelism up to the
 * maximum.
 *
 * <p>The jobs that yield the data are run by {@link #write}, one operator after the other; the
 * state of each is on the heap until it is written.
 */
@PublicEvolving
public class SavepointWriter {

    private final SavepointDraft draft;
    private final int maxParallelism;

    private SavepointWriter(SavepointDraft draft, int maxParallelism) {
        this.draft = draft;
        this.maxParallelism = maxParallelism;
    }

    /**
     * A new savepoint.
     *
     * @param maxParallelism the number of key groups of its operators: 1 to 32768
     */
    public static SavepointWriter newSavepoint(
            StreamExecutionEnvironment executionEnvironment, int maxParallelism) {
        Objects.requireNonNull(executionEnvironment, "executionEnvironment");
        if (maxParallelism < 1 || maxParallelism > KeyGroups.UPPER_BOUND) {
            throw new IllegalArgumentException(
                    "The max parallelism must be between 1 and "
                            + KeyGroups.UPPER_BOUND
                            + ", not "
                            + maxParallelism);
        }
        return new SavepointWriter(SavepointDraft.empty(), maxParallelism);
    }

    /**
     * One that begins with all operators of another, which stays as it is.
     *
     * @param path of the other: a savepoint, or a checkpoint in the canonical form
     */
    public static SavepointWriter fromExistingSavepoint(
            StreamExecutionEnvironment executionEnvironment, String path) throws IOException {
        Objects.requireNonNull(executionEnvironment, "executionEnvironment");
        SavepointDraft draft = SavepointDraft.from(path);
        int max = draft.maxParallelism();
        return new SavepointWriter(draft, max > 0 ? max : KeyGroups.defaultMaxParallelism(1));
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
     * @throws IllegalArgumentException if there is one of that name: remove it first
     */
    public <T> SavepointWriter withOperator(
            OperatorIdentifier identifier, StateBootstrapTransformation<T> transformation) {
        requireFree(identifier);
        draft.add(identifier.id(), () -> transformation.build(identifier, maxParallelism));
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
                    "The savepoint at " + path + " could not be written: " + e.getMessage(), e);
        }
    }
}
