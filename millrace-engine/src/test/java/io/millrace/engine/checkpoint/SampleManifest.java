// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import io.millrace.engine.checkpoint.CheckpointManifest.Operator;
import io.millrace.engine.checkpoint.CheckpointManifest.Phase;
import io.millrace.engine.checkpoint.CheckpointManifest.Subtask;
import io.millrace.engine.checkpoint.CheckpointManifest.Writer;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StateSummary;
import io.millrace.engine.storage.SealedFile;
import io.millrace.engine.storage.StoredState;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** A manifest that has one of everything; its bytes lie in {@code manifest-1.bin}. */
final class SampleManifest {

    static final String JOB_ID = "00112233445566778899aabbccddeeff";

    private static final byte[] INLINE = "inline".getBytes(StandardCharsets.UTF_8);

    private SampleManifest() {}

    static CheckpointManifest full() {
        StateHandle keyed =
                new StateHandle(
                        StateHandle.Kind.KEYED,
                        new KeyGroupRange(0, 63),
                        List.of(
                                new StateSummary("count", "value", "Long", 1234),
                                new StateSummary("timers", "timers", "Long", 5)),
                        new StoredState.InFile("1-0-keyed", 48_213, 0xCAFEBABE));
        StateHandle operator =
                new StateHandle(
                        StateHandle.Kind.OPERATOR,
                        null,
                        List.of(new StateSummary("öffsets", "union-list", "Map<String, Long>", 3)),
                        new StoredState.Inline(INLINE, SealedFile.checksum(INLINE)));
        return new CheckpointManifest(
                17,
                1_700_000_000_000L,
                1_700_000_000_250L,
                "Wörter zählen",
                JOB_ID,
                new Writer(4711, "mill-7", "0.1.0"),
                false,
                List.of(
                        new Operator(
                                "lines",
                                new OperatorId("0123456789abcdef0123456789abcdef"),
                                "Source: lines",
                                128,
                                new byte[] {1, 2, 3},
                                List.of(
                                        new Subtask(Phase.ENDED, List.of(operator)),
                                        new Subtask(Phase.FINISHED, List.of()))),
                        new Operator(
                                null,
                                new OperatorId("fedcba9876543210fedcba9876543210"),
                                "count",
                                128,
                                null,
                                List.of(
                                        new Subtask(Phase.RUNNING, List.of(keyed, operator)),
                                        new Subtask(Phase.RUNNING, List.of())))),
                Map.of("b", "2", "a", "1"));
    }

    /** A small one. */
    static CheckpointManifest of(
            long id, String jobName, String jobId, long time, StateHandle... handles) {
        return new CheckpointManifest(
                id,
                time,
                time,
                jobName,
                jobId,
                new Writer(1, "here", "test"),
                false,
                List.of(
                        new Operator(
                                "uid",
                                new OperatorId("0123456789abcdef0123456789abcdef"),
                                "operator",
                                128,
                                null,
                                List.of(new Subtask(Phase.RUNNING, List.of(handles))))),
                Map.of());
    }
}
