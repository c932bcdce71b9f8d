// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.environment;

import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.connector.sink2.Sink;
import io.millrace.api.connector.sink2.SupportsCommitter;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.Programs;
import io.millrace.spi.Transformation;
import io.millrace.streaming.api.connector.sink2.CommittableMessage;
import io.millrace.streaming.api.connector.sink2.CommittableMessageTypeInfo;
import io.millrace.streaming.api.connector.sink2.SupportsPostCommitTopology;
import io.millrace.streaming.api.connector.sink2.SupportsPreCommitTopology;
import io.millrace.streaming.api.connector.sink2.SupportsPreWriteTopology;
import io.millrace.util.function.SerializableSupplier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Puts operators of its own in the place of a sink that has topologies: what it adds before its
 * writer, the writer, what it adds before its committer, the committer, and what it adds behind it.
 * A sink without them stays one operator.
 *
 * <p>Done when the job is put together, so that the topologies see the sink's last word about
 * parallelism. What they add takes over the sink's parallelism and maximum parallelism where it has
 * none of its own; uids are made from the sink's.
 */
final class SinkTopologies {

    private final StreamExecutionEnvironment environment;
    private final OperatorTransformation<?> sinkOperator;

    private SinkTopologies(
            StreamExecutionEnvironment environment, OperatorTransformation<?> sinkOperator) {
        this.environment = environment;
        this.sinkOperator = sinkOperator;
    }

    /** Whether some sink has topologies. */
    static boolean any(List<OperatorTransformation<?>> operators) {
        for (OperatorTransformation<?> operator : operators) {
            if (has(operator)) {
                return true;
            }
        }
        return false;
    }

    private static boolean has(OperatorTransformation<?> operator) {
        return operator.spec() instanceof OperatorSpec.WriterSink spec
                && (spec.sink() instanceof SupportsPreWriteTopology
                        || spec.sink() instanceof SupportsPreCommitTopology
                        || spec.sink() instanceof SupportsPostCommitTopology);
    }

    /**
     * All operators, with the sinks' own.
     *
     * @param recorded where the environment records while topologies are added
     */
    static List<OperatorTransformation<?>> expand(
            StreamExecutionEnvironment environment,
            List<OperatorTransformation<?>> operators,
            List<OperatorTransformation<?>> recorded) {
        List<OperatorTransformation<?>> all = new ArrayList<>();
        for (OperatorTransformation<?> operator : operators) {
            if (has(operator)) {
                recorded.clear();
                new SinkTopologies(environment, operator)
                        .add(((OperatorSpec.WriterSink) operator.spec()).sink());
                new SinkTopologies(environment, operator).settle(recorded);
                all.addAll(recorded);
            } else {
                all.add(operator);
            }
        }
        return all;
    }

    private <I> void add(Sink<I> sink) {
        int before = environment.getParallelism();
        environment.setParallelism(sinkOperator.parallelism());
        try {
            // The types were checked when the program called sinkTo.
            @SuppressWarnings("unchecked")
            Transformation<I> input = (Transformation<I>) sinkOperator.inputs().get(0);
            if (sink instanceof SupportsPreWriteTopology<?>) {
                @SuppressWarnings("unchecked")
                SupportsPreWriteTopology<I> preWrite = (SupportsPreWriteTopology<I>) sink;
                input =
                        Programs.transformation(
                                preWrite.addPreWriteTopology(Programs.stream(environment, input)));
            }
            if (sink instanceof SupportsCommitter<?> committing) {
                addCommitting(sink, committing, input);
            } else {
                operator("Writer", new OperatorSpec.WriterSink(sink), input, input.outputType())
                        .setChaining(sinkOperator.chaining());
            }
        } finally {
            environment.setParallelism(before);
        }
    }

    private <I, W, C> void addCommitting(
            Sink<I> sink, SupportsCommitter<C> committing, Transformation<I> input) {
        boolean preCommit = sink instanceof SupportsPreCommitTopology<?, ?>;
        @SuppressWarnings("unchecked") // the sink's own results and committables
        SupportsPreCommitTopology<W, C> before =
                preCommit ? (SupportsPreCommitTopology<W, C>) sink : null;
        SerializableSupplier<SimpleVersionedSerializer<C>> committables =
                committing::getCommittableSerializer;
        @SuppressWarnings("unchecked") // without a topology what is written is what is committed
        SerializableSupplier<SimpleVersionedSerializer<W>> results =
                preCommit
                        ? before::getWriteResultSerializer
                        : () ->
                                (SimpleVersionedSerializer<W>)
                                        committing.getCommittableSerializer();
        OperatorTransformation<CommittableMessage<W>> writer =
                operator(
                        "Writer",
                        new OperatorSpec.SinkWriting(sink),
                        input,
                        CommittableMessageTypeInfo.of(results));
        writer.setChaining(sinkOperator.chaining());
        Transformation<?> prepared = writer;
        if (preCommit) {
            prepared =
                    Programs.transformation(
                            before.addPreCommitTopology(Programs.stream(environment, writer)));
        }
        boolean postCommit = sink instanceof SupportsPostCommitTopology<?>;
        OperatorTransformation<CommittableMessage<C>> committer =
                operator(
                        "Committer",
                        new OperatorSpec.SinkCommitting(sink, postCommit),
                        prepared,
                        CommittableMessageTypeInfo.of(committables));
        if (postCommit) {
            // What it commits last comes out after the end of its input; what is behind it must
            // not have ended by then.
            committer.setChaining(OperatorTransformation.Chaining.NEVER);
            @SuppressWarnings("unchecked") // the sink's own committables
            SupportsPostCommitTopology<C> after = (SupportsPostCommitTopology<C>) sink;
            after.addPostCommitTopology(Programs.stream(environment, committer));
        }
    }

    private <O> OperatorTransformation<O> operator(
            String name, OperatorSpec spec, Transformation<?> input, TypeInformation<O> type) {
        OperatorTransformation<O> operator =
                new OperatorTransformation<>(
                        name,
                        spec,
                        List.of(input),
                        List.of(),
                        null,
                        type,
                        sinkOperator.parallelism());
        Programs.record(environment, operator);
        return operator;
    }

    /** What the program said about the sink, said about all that stands for it. */
    private void settle(List<OperatorTransformation<?>> added) {
        Set<String> names = new HashSet<>();
        for (OperatorTransformation<?> operator : added) {
            boolean writer =
                    operator.spec() instanceof OperatorSpec.SinkWriting
                            || operator.spec() instanceof OperatorSpec.WriterSink;
            String place = operator.uid() != null ? operator.uid() : operator.name();
            for (int i = 2; !names.add(place); i++) {
                place = operator.name() + ' ' + i;
            }
            if (writer) {
                if (sinkOperator.uid() != null) {
                    operator.setUid(sinkOperator.uid());
                }
                if (sinkOperator.uidHash() != null) {
                    operator.setUidHash(sinkOperator.uidHash());
                }
            } else if (sinkOperator.uid() != null) {
                operator.setUid(sinkOperator.uid() + ": " + place);
            } else if (sinkOperator.uidHash() != null) {
                operator.setUid(sinkOperator.uidHash() + ": " + place);
            }
            operator.setName(sinkOperator.name() + ": " + operator.name());
            if (operator.maxParallelism() < 0) {
                operator.setMaxParallelism(sinkOperator.maxParallelism());
            }
            if (operator.bufferTimeoutMs() < 0 && sinkOperator.bufferTimeoutMs() >= 0) {
                operator.setBufferTimeoutMs(sinkOperator.bufferTimeoutMs());
            }
        }
    }
}
