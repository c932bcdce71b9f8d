// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine;

import io.millrace.engine.operator.BatchSettings;
import io.millrace.engine.operator.Spill;
import io.millrace.engine.plan.ExecutionPlan;
import io.millrace.engine.storage.SpillFile;
import java.io.IOException;
import java.util.List;

/** Shares memory and disk out to the sorting operators of a batch job. */
final class BatchMemory {

    /** All of them together take no more of the heap than one part in so many. */
    private static final int PART_OF_HEAP = 4;

    private static final long LEAST_BYTES = 256 << 10;

    private BatchMemory() {}

    static BatchSettings of(ExecutionPlan plan, EngineSettings settings) {
        long sorting = 0;
        for (ExecutionPlan.Vertex vertex : plan.vertices()) {
            sorting +=
                    vertex.operators().stream()
                                    .filter(operator -> operator.transformation().isKeyed())
                                    .count()
                            * vertex.parallelism();
        }
        long share = Runtime.getRuntime().maxMemory() / PART_OF_HEAP / Math.max(1, sorting);
        return new BatchSettings(
                Math.min(settings.sortedInputsBytes(), Math.max(LEAST_BYTES, share)),
                (subtask, what) -> spill(settings.loops().directories(), subtask, what));
    }

    private static Spill spill(List<String> directories, int subtask, String what) {
        SpillFile file = new SpillFile(directories.get(subtask % directories.size()), what);
        return new Spill() {
            @Override
            public Object keep(byte[] bytes, int length) throws IOException {
                return file.write(bytes, length);
            }

            @Override
            public byte[] take(Object kept) throws IOException {
                return file.take((SpillFile.Piece) kept);
            }

            @Override
            public void close() throws IOException {
                file.close();
            }
        };
    }
}
