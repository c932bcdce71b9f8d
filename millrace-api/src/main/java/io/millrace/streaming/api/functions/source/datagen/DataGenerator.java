// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.source.datagen;

import io.millrace.annotation.Experimental;
import io.millrace.api.common.functions.RuntimeContext;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import java.io.Serializable;
import java.util.Iterator;

/**
 * Makes records, one after the other, and may keep in state how far it has come.
 *
 * @param <T> the records
 */
@Experimental
public interface DataGenerator<T> extends Serializable, Iterator<T> {

    /**
     * Called before the first record.
     *
     * @param name that states may begin with
     */
    void open(String name, FunctionInitializationContext context, RuntimeContext runtimeContext)
            throws Exception;

    /** Called with each checkpoint, between two records. */
    default void snapshotState(FunctionSnapshotContext context) throws Exception {}
}
