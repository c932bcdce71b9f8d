// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import io.millrace.engine.checkpoint.CheckpointManifest.Operator;
import io.millrace.engine.checkpoint.CheckpointManifest.Phase;
import io.millrace.engine.checkpoint.CheckpointManifest.Subtask;
import io.millrace.engine.checkpoint.CheckpointManifest.Writer;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.SharedFile;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StateSummary;
import io.millrace.engine.storage.SealedFile;
import io.millrace.engine.storage.StoredState;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * Manifests that have one of everything there was in a version of the format; their bytes lie in
 * {@code manifest-1.bin} and {@code manifest-2.bin}. Never to be changed: a change of the format is
 * a new version with a sample of its own.
 */
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

    /** What {@code manifest-2.bin} holds: a savepoint, though it refers to files of others, too. */
    static CheckpointManifest ofVersionTwo() {
        KeyGroupRange range = new KeyGroupRange(64, 127);
        List<StateSummary> states = List.of(new StateSummary("count", "value", "Long", 1234));
        StoredState inline = new StoredState.Inline(INLINE, SealedFile.checksum(INLINE));
        StateHandle layers =
                new StateHandle(
                        StateHandle.Kind.KEYED_LAYERS,
                        range,
                        states,
                        inline,
                        List.of(
                                new SharedFile(
                                        "layer-9",
                                        9,
                                        new StoredState.InFile("../shared/9-a", 900, 0x99999999)),
                                new SharedFile(
                                        "layer-21",
                                        21,
                                        new StoredState.InFile(
                                                "file:/elsewhere/shared/21-a", 2100, 0x21212121)),
                                new SharedFile("layer-22", 22, inline)));
        StateHandle rocks =
                new StateHandle(
                        StateHandle.Kind.KEYED_ROCKSDB,
                        range,
                        states,
                        new StoredState.InFile("1-0-rocks", 77, 7),
                        List.of(
                                new SharedFile(
                                        "000007.sst",
                                        20,
                                        new StoredState.Bare("../shared/20-b", 64_000, -1))));
        StateHandle inFlight =
                new StateHandle(
                        StateHandle.Kind.IN_FLIGHT,
                        null,
                        List.of(new StateSummary("input 0", "elements", "Long", 12)),
                        new StoredState.Bare("1-1-flight", 12, 12));
        return new CheckpointManifest(
                22,
                1_800_000_000_000L,
                1_800_000_000_250L,
                "Wörter zählen",
                JOB_ID,
                new Writer(4711, "mill-7", "0.5.0"),
                true,
                List.of(
                        full().operators().get(0),
                        full().operators().get(1),
                        new Operator(
                                "sums",
                                new OperatorId("00000000000000000000000000000abc"),
                                "sums",
                                128,
                                null,
                                List.of(
                                        new Subtask(Phase.RUNNING, List.of(layers)),
                                        new Subtask(Phase.RUNNING, List.of(rocks, inFlight))))),
                Map.of("a", "1"));
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
