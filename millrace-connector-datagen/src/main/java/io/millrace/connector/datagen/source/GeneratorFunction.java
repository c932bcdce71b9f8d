// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.datagen.source;

import io.millrace.annotation.Experimental;
import io.millrace.api.common.functions.Function;
import io.millrace.api.connector.source.SourceReaderContext;

/**
 * Makes a record from a number. For an exactly-once job the same number must give the same record:
 * after a failure it is asked for again.
 *
 * @param <T> what it is made from
 * @param <O> the record
 */
@Experimental
public interface GeneratorFunction<T, O> extends Function {

    /** Called once before the first record, in the source's task. */
    default void open(SourceReaderContext readerContext) throws Exception {}

    /** Called once at the end. */
    default void close() throws Exception {}

    /** The record of a number. */
    O map(T value) throws Exception;
}
