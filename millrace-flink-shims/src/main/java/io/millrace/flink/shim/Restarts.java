// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** An environment's restart strategy. */
public final class Restarts {

    private static final String PREFIX = "restart-strategy";

    /** What the settings said before a program gave a strategy: that is fallen back to. */
    private static final Map<StreamExecutionEnvironment, Map<String, String>> BEFORE =
            Collections.synchronizedMap(new WeakHashMap<>());

    private Restarts() {}

    /** A strategy takes the place of the one before as a whole. */
    public static void setRestartStrategy(
            StreamExecutionEnvironment env,
            RestartStrategies.RestartStrategyConfiguration strategy) {
        Configuration given = strategy.settings();
        Configuration settings = LiveSettings.of(env);
        Map<String, String> now = new HashMap<>(settings.toMap());
        now.keySet().removeIf(key -> !key.startsWith(PREFIX));
        Map<String, String> before = BEFORE.computeIfAbsent(env, none -> Map.copyOf(now));
        now.keySet().forEach(settings::removeKey);
        settings.addAll(Configuration.fromMap(before));
        settings.addAll(given);
    }
}
