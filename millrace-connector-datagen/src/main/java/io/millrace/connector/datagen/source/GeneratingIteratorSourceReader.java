// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.datagen.source;

import io.millrace.annotation.Experimental;
import io.millrace.api.connector.source.SourceReaderContext;
import io.millrace.api.connector.source.lib.util.IteratorSourceReaderBase;
import io.millrace.api.connector.source.lib.util.IteratorSourceSplit;
import io.millrace.util.FlinkRuntimeException;
import java.util.Iterator;
import java.util.Objects;

/**
 * Makes a record from each element of its splits.
 *
 * @param <E> the elements
 * @param <O> the records
 */
@Experimental
@SuppressWarnings("try") // close() is as open as AutoCloseable's, in Flink too
public class GeneratingIteratorSourceReader<
                E, O, IterT extends Iterator<E>, SplitT extends IteratorSourceSplit<E, IterT>>
        extends IteratorSourceReaderBase<E, O, IterT, SplitT> {

    private final SourceReaderContext readerContext;
    private final GeneratorFunction<E, O> generatorFunction;

    /** The function is opened when the reader starts. */
    public GeneratingIteratorSourceReader(
            SourceReaderContext context, GeneratorFunction<E, O> generatorFunction) {
        super(context);
        this.readerContext = context;
        this.generatorFunction = Objects.requireNonNull(generatorFunction, "generatorFunction");
    }

    /** Opens the function, whether splits were restored or not. */
    @Override
    public void start() {
        try {
            generatorFunction.open(readerContext);
        } catch (Exception e) {
            throw new FlinkRuntimeException("The generator function could not be opened", e);
        }
        super.start();
    }

    @Override
    protected O convert(E value) {
        try {
            return generatorFunction.map(value);
        } catch (Exception e) {
            throw new FlinkRuntimeException(
                    "The generator function failed to make a record from " + value, e);
        }
    }

    @Override
    public void close() throws Exception {
        try {
            generatorFunction.close();
        } finally {
            super.close();
        }
    }
}
