// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing;

import io.millrace.core.execution.JobClient;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.Pipeline;
import io.millrace.spi.ResultHandOver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What has been read of a simulated job's collected streams, over all its processes.
 *
 * <p>A process takes what it has read with it when it dies. Whoever wants to have it all, each row
 * once, keeps with each checkpoint how much had been read at its barrier: the next process gives
 * everything else. That is what this does, in the place of such a program.
 */
final class CollectedRows {

    /** One stream's, in order of its place in the program. */
    private static final class Rows {
        final List<Object> read = new ArrayList<>();

        /** How many of them had been read at the barriers of checkpoints. */
        final Map<Long, Integer> atBarrier = new HashMap<>();
    }

    private final List<Rows> streams = new ArrayList<>();

    List<Object> all() {
        List<Object> rows = new ArrayList<>();
        streams.forEach(stream -> rows.addAll(stream.read));
        return rows;
    }

    /** Reads what one process gives. To be made before the process is started. */
    Reader reader(Pipeline program) {
        List<ResultHandOver<?>> handOvers = new ArrayList<>();
        program.operators()
                .forEach(
                        operator -> {
                            if (operator.spec() instanceof OperatorSpec.Collect collect) {
                                handOvers.add(collect.handOver());
                            }
                        });
        while (streams.size() < handOvers.size()) {
            streams.add(new Rows());
        }
        for (int i = 0; i < handOvers.size(); i++) {
            handOvers.get(i).watch(new Barriers(streams.get(i)));
        }
        return new Reader(handOvers);
    }

    /** Keeps book of what will not come again. */
    private static final class Barriers implements ResultHandOver.Witness {
        private final Rows rows;

        /** How many were there before this process. */
        private int before;

        Barriers(Rows rows) {
            this.rows = rows;
        }

        @Override
        public void begun(OptionalLong restoredCheckpointId) {
            before =
                    restoredCheckpointId.isPresent()
                            ? rows.atBarrier.getOrDefault(
                                    restoredCheckpointId.getAsLong(), rows.read.size())
                            : 0;
            rows.read.subList(before, rows.read.size()).clear();
        }

        @Override
        public void sealed(long checkpointId, long read) {
            rows.atBarrier.put(checkpointId, before + (int) read);
        }
    }

    /**
     * The program's end of one process. It reads at once what may be read: what waits unread when
     * its stream has ended before the job is in no later checkpoint.
     */
    final class Reader {
        private final List<ResultHandOver<?>> handOvers;

        Reader(List<ResultHandOver<?>> handOvers) {
            this.handOvers = handOvers;
        }

        /** The job has been started: what it leaves unread when it ends can be read, too. */
        void started(JobClient client) {
            handOvers.forEach(handOver -> handOver.started(client));
        }

        /** Reads what there is. */
        void read() {
            for (int i = 0; i < handOvers.size(); i++) {
                List<Object> rows = streams.get(i).read;
                boolean more = true;
                while (more) {
                    more = handOvers.get(i).poll(rows::add);
                }
            }
        }
    }
}
