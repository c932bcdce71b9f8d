// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import java.io.IOException;
import java.util.Objects;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.runtime.state.CheckpointStorage;
import org.apache.flink.runtime.state.ConfigurableStateBackend;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.StateBackendFactory;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A state backend given as an object. Flink 2 takes the name of one, or of a factory; so a factory
 * is named, and the object itself travels in the settings.
 */
public final class StateBackends {

    private static final ConfigOption<String> GIVEN =
            ConfigOptions.key("millrace.shim.state-backend").stringType().noDefaultValue();

    private StateBackends() {}

    public static StreamExecutionEnvironment setStateBackend(
            StreamExecutionEnvironment env, StateBackend backend) {
        Objects.requireNonNull(backend);
        Configuration settings = LiveSettings.of(env);
        settings.set(GIVEN, Serialized.write(backend));
        settings.set(StateBackendOptions.STATE_BACKEND, Factory.class.getName());
        CheckpointStorages.ofBackend(
                settings, backend instanceof WithStorage with ? with.checkpointStorage() : null);
        return env;
    }

    /** Null if none was given. */
    public static StateBackend getStateBackend(StreamExecutionEnvironment env) {
        return env.getConfiguration()
                .getOptional(GIVEN)
                .map(text -> (StateBackend) Serialized.read(text, loader()))
                .orElse(null);
    }

    private static ClassLoader loader() {
        return StateBackends.class.getClassLoader();
    }

    /** A backend of Flink 1 which also said where checkpoints are kept. */
    interface WithStorage {
        CheckpointStorage checkpointStorage();
    }

    /** Gives back what was given, with what else the settings say of it. */
    public static final class Factory implements StateBackendFactory<StateBackend> {

        @Override
        public StateBackend createFromConfig(ReadableConfig settings, ClassLoader loader)
                throws IOException {
            String given = settings.get(GIVEN);
            if (given == null) {
                throw new IOException("There is no setting " + GIVEN.key());
            }
            StateBackend backend = (StateBackend) Serialized.read(given, loader);
            return backend instanceof ConfigurableStateBackend configurable
                    ? configurable.configure(settings, loader)
                    : backend;
        }
    }
}
