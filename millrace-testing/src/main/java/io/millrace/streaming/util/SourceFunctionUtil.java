// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.util;

import io.millrace.spi.types.Ownership;
import io.millrace.streaming.api.functions.source.SourceFunction;
import io.millrace.streaming.api.watermark.Watermark;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Runs a source of the older kind to its end, in this thread. */
public class SourceFunctionUtil {

    public SourceFunctionUtil() {}

    /**
     * What the source emits until it returns.
     *
     * @param sourceFunction one that needs no runtime context; give a rich one to a job
     */
    public static <T extends Serializable> List<T> runSourceFunction(
            SourceFunction<T> sourceFunction) throws Exception {
        List<T> values = new ArrayList<>();
        sourceFunction.run(
                new SourceFunction.SourceContext<>() {
                    private final Object lock = new Object();

                    @Override
                    public void collect(T element) {
                        values.add(Ownership.copy(element));
                    }

                    @Override
                    public void collectWithTimestamp(T element, long timestamp) {
                        collect(element);
                    }

                    @Override
                    public void emitWatermark(Watermark mark) {}

                    @Override
                    public void markAsTemporarilyIdle() {}

                    @Override
                    public Object getCheckpointLock() {
                        return lock;
                    }

                    @Override
                    public void close() {}
                });
        return values;
    }
}
