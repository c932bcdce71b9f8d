// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.sink;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.TaskInfo;
import io.millrace.api.common.functions.RuntimeContext;
import io.millrace.api.common.io.CleanupWhenUnsuccessful;
import io.millrace.api.common.io.OutputFormat;
import io.millrace.api.common.io.RichOutputFormat;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.typeutils.InputTypeConfigurable;
import io.millrace.configuration.Configuration;
import java.io.IOException;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes by an output format. It takes no part in checkpoints; use {@code FileSink} where records
 * must arrive once.
 *
 * @param <IN> the records
 */
@PublicEvolving
@Deprecated
public class OutputFormatSinkFunction<IN> extends RichSinkFunction<IN>
        implements InputTypeConfigurable {

    private static final Logger LOG = LoggerFactory.getLogger(OutputFormatSinkFunction.class);
    private static final long serialVersionUID = 1L;

    private final OutputFormat<IN> format;
    private boolean cleanupCalled;

    /** By that format. */
    public OutputFormatSinkFunction(OutputFormat<IN> format) {
        this.format = Objects.requireNonNull(format, "format");
    }

    @Override
    @SuppressWarnings("deprecation") // the form that is mirrored
    public void open(Configuration parameters) throws Exception {
        TaskInfo task = getRuntimeContext().getTaskInfo();
        format.configure(parameters);
        format.open(
                new OutputFormat.InitializationContext() {
                    @Override
                    public int getNumTasks() {
                        return task.getNumberOfParallelSubtasks();
                    }

                    @Override
                    public int getTaskNumber() {
                        return task.getIndexOfThisSubtask();
                    }

                    @Override
                    public int getAttemptNumber() {
                        return task.getAttemptNumber();
                    }
                });
    }

    @Override
    public void setRuntimeContext(RuntimeContext context) {
        super.setRuntimeContext(context);
        if (format instanceof RichOutputFormat<IN> rich) {
            rich.setRuntimeContext(context);
        }
    }

    @Override
    public void setInputType(TypeInformation<?> type, ExecutionConfig executionConfig) {
        if (format instanceof InputTypeConfigurable configurable) {
            configurable.setInputType(type, executionConfig);
        }
    }

    @Override
    @Deprecated
    public void invoke(IN record) throws Exception {
        try {
            format.writeRecord(record);
        } catch (Exception e) {
            cleanup();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        try {
            format.close();
        } catch (IOException | RuntimeException e) {
            cleanup();
            throw e;
        }
    }

    private void cleanup() {
        if (cleanupCalled || !(format instanceof CleanupWhenUnsuccessful cleaning)) {
            return;
        }
        cleanupCalled = true;
        try {
            cleaning.tryCleanupOnError();
        } catch (Exception e) {
            LOG.warn("What an output format had written could not be removed: {}", format, e);
        }
    }

    public OutputFormat<IN> getFormat() {
        return format;
    }
}
