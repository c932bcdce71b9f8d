// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.source;

import io.millrace.annotation.Internal;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.io.InputFormat;
import io.millrace.api.common.io.RichInputFormat;
import io.millrace.api.common.serialization.SerializerConfigImpl;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.configuration.Configuration;
import io.millrace.core.io.InputSplit;
import java.util.Objects;

/**
 * Reads by an input format, whose parts are dealt out by number: subtask i takes part i, part i
 * plus the number of subtasks, and so on. After a failure from the beginning; {@code createInput}
 * does better.
 *
 * @param <OUT> the records
 */
@Internal
public class InputFormatSourceFunction<OUT> extends RichParallelSourceFunction<OUT> {

    private static final long serialVersionUID = 1L;

    private final InputFormat<OUT, InputSplit> format;
    private final TypeInformation<OUT> typeInfo;
    private transient TypeSerializer<OUT> serializer;
    private volatile boolean isRunning = true;

    /** By that format. */
    @SuppressWarnings("unchecked") // a format gets the parts that it made
    public InputFormatSourceFunction(InputFormat<OUT, ?> format, TypeInformation<OUT> typeInfo) {
        this.format = (InputFormat<OUT, InputSplit>) Objects.requireNonNull(format, "format");
        this.typeInfo = Objects.requireNonNull(typeInfo, "typeInfo");
    }

    @Override
    public void open(OpenContext openContext) throws Exception {
        if (format instanceof RichInputFormat<?, ?> rich) {
            rich.setRuntimeContext(getRuntimeContext());
        }
        format.configure(new Configuration());
        serializer = typeInfo.createSerializer(new SerializerConfigImpl());
    }

    @Override
    public void run(SourceContext<OUT> ctx) throws Exception {
        int subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
        int subtasks = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
        if (format instanceof RichInputFormat<?, ?> rich) {
            rich.openInputFormat();
        }
        InputSplit[] splits = format.createInputSplits(subtasks);
        for (int i = subtask; i < splits.length && isRunning; i += subtasks) {
            format.open(splits[i]);
            while (isRunning && !format.reachedEnd()) {
                OUT record = format.nextRecord(serializer.createInstance());
                if (record != null) {
                    ctx.collect(record);
                }
            }
            format.close();
        }
    }

    @Override
    public void cancel() {
        isRunning = false;
    }

    @Override
    public void close() throws Exception {
        format.close();
        if (format instanceof RichInputFormat<?, ?> rich) {
            rich.closeInputFormat();
        }
    }

    public InputFormat<OUT, InputSplit> getFormat() {
        return format;
    }
}
