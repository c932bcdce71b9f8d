// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.flink;

import io.millrace.rename.OtherNames;
import java.util.List;

/**
 * Methods that return in Flink 2 something else than in Flink 1.20, and so here, where another
 * method returns the very same as in Flink 2.
 */
final class OtherResults {

    private static final String STREAMS = "io/millrace/streaming/api/datastream/";
    private static final String OPERATOR = "L" + STREAMS + "SingleOutputStreamOperator;";
    private static final String SINKS = "io/millrace/streaming/api/connector/sink2/";

    /** Calls of them, by the names here. */
    static final OtherNames CALLS =
            new OtherNames(
                    List.of(
                            apply(STREAMS + "JoinedStreams$WithWindow"),
                            apply(STREAMS + "CoGroupedStreams$WithWindow"),
                            checkpointId(SINKS + "CommittableMessage"),
                            checkpointId(SINKS + "CommittableSummary"),
                            checkpointId(SINKS + "CommittableWithLineage")));

    private OtherResults() {}

    private static OtherNames.Method apply(String owner) {
        return new OtherNames.Method(owner, "apply", OPERATOR, "with");
    }

    private static OtherNames.Method checkpointId(String owner) {
        return new OtherNames.Method(owner, "getCheckpointId", "J", "getCheckpointIdOrEOI");
    }
}
