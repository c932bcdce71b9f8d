// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.benchmark.pipeline;

import io.millrace.configuration.Configuration;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.io.File;
import java.util.HashMap;
import java.util.Map;

/**
 * Millrace under the harness. Variants, comma separated: reuse (object reuse), handover,
 * incremental.
 */
public final class MillraceMain implements Harness.Peer {

    public static void main(String[] args) throws Exception {
        Harness.main(args, new MillraceMain());
    }

    @Override
    public Map<String, Object> run(Spec s) throws Exception {
        Map<String, String> settings = new HashMap<>();
        settings.put("parallelism.default", "" + s.p);
        if (s.is("reuse")) {
            settings.put("pipeline.object-reuse", "true");
        }
        if (s.is("handover")) {
            settings.put("millrace.exchange.hand-over", "true");
        }
        if (s.is("incremental")) {
            settings.put("execution.checkpointing.incremental", "true");
        }
        if (s.ckpt > 0) {
            settings.put("execution.checkpointing.interval", s.ckpt + " ms");
            settings.put("execution.checkpointing.mode", "EXACTLY_ONCE");
            settings.put("execution.checkpointing.storage", "filesystem");
            settings.put(
                    "execution.checkpointing.dir",
                    new File(s.dir, "ckpt").getAbsoluteFile().toURI().toString());
        }
        settings.put("restart-strategy.type", "fixed-delay");
        settings.put("restart-strategy.fixed-delay.attempts", s.w.equals("W8") ? "1" : "0");
        settings.put("restart-strategy.fixed-delay.delay", "0 ms");
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.getExecutionEnvironment(Configuration.fromMap(settings));
        MillraceJobs.build(environment, s);
        environment.execute(s.w);
        return Map.of();
    }
}
