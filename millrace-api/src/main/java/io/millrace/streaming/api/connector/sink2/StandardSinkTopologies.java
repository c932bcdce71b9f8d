// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.connector.sink2;

import io.millrace.annotation.Experimental;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.connector.sink2.Committer;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.Programs;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.util.function.SerializableSupplier;
import java.util.List;
import java.util.Objects;

/** Topologies for the taking. */
@Experimental
public class StandardSinkTopologies {

    /** The name of the operator that {@link #addGlobalCommitter} adds. */
    public static final String GLOBAL_COMMITTER_TRANSFORMATION_NAME = "Global Committer";

    private StandardSinkTopologies() {}

    /**
     * Has what all subtasks committed for a checkpoint committed once more, as a whole, in one
     * place: for {@link SupportsPostCommitTopology#addPostCommitTopology}.
     */
    public static <CommT> void addGlobalCommitter(
            DataStream<CommittableMessage<CommT>> committables,
            SerializableSupplier<Committer<CommT>> committerFactory,
            SerializableSupplier<SimpleVersionedSerializer<CommT>> committableSerializer) {
        Objects.requireNonNull(committerFactory, "committerFactory");
        Objects.requireNonNull(committableSerializer, "committableSerializer");
        OperatorTransformation<Void> operator =
                new OperatorTransformation<>(
                        GLOBAL_COMMITTER_TRANSFORMATION_NAME,
                        new OperatorSpec.GlobalCommitting(committerFactory, committableSerializer),
                        List.of(Programs.transformation(committables.global())),
                        List.of(),
                        null,
                        Types.VOID,
                        1);
        operator.setParallelism(1);
        operator.setMaxParallelism(1);
        Programs.record(committables.getExecutionEnvironment(), operator);
    }
}
