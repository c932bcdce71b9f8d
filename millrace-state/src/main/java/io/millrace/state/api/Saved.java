// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.configuration.Configuration;
import io.millrace.engine.offline.SavedOperator;
import io.millrace.runtime.state.StateBackend;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.io.IOException;
import java.io.Serializable;

/**
 * A snapshot that is read, and what with.
 *
 * @param pointer its directory, or its manifest
 * @param backend what keyed state is restored with; null for that of the settings, or if they say
 *     none the one that wrote it
 * @param settings the environment's
 * @param config for serializers
 */
record Saved(String pointer, StateBackend backend, Configuration settings, ExecutionConfig config)
        implements Serializable {

    static Saved of(StreamExecutionEnvironment environment, String pointer, StateBackend backend) {
        return new Saved(
                pointer,
                backend != null ? backend : environment.getStateBackend(),
                Configuration.fromMap(environment.getConfiguration().toMap()),
                environment.getConfig());
    }

    /**
     * Finds an operator in it.
     *
     * @throws IOException there is none; naming those there are
     */
    SavedOperator operator(OperatorIdentifier identifier) throws IOException {
        return SavedOperator.of(pointer, identifier.id(), identifier.toString());
    }

    /** What a format reads. */
    static <T> DataStream<T> stream(
            StreamExecutionEnvironment environment,
            SavedFormat<T> format,
            TypeInformation<T> type,
            String what)
            throws IOException {
        format.check();
        return environment.createInput(format, type).name(what + " of " + format.identifier());
    }
}
