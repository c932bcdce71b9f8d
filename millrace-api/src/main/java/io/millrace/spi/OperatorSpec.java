// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.FilterFunction;
import io.millrace.api.common.functions.FlatMapFunction;
import io.millrace.api.common.functions.MapFunction;
import io.millrace.api.common.functions.ReduceFunction;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.connector.sink2.Committer;
import io.millrace.api.connector.sink2.Sink;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.ProcessFunction;
import io.millrace.streaming.api.functions.async.AsyncFunction;
import io.millrace.streaming.api.functions.async.AsyncRetryStrategy;
import io.millrace.streaming.api.functions.co.BroadcastProcessFunction;
import io.millrace.streaming.api.functions.co.CoFlatMapFunction;
import io.millrace.streaming.api.functions.co.CoMapFunction;
import io.millrace.streaming.api.functions.co.CoProcessFunction;
import io.millrace.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import io.millrace.streaming.api.functions.co.KeyedCoProcessFunction;
import io.millrace.streaming.api.functions.co.ProcessJoinFunction;
import io.millrace.streaming.api.functions.sink.SinkFunction;
import io.millrace.streaming.api.functions.source.SourceFunction;
import io.millrace.streaming.api.operators.StreamOperatorFactory;
import io.millrace.streaming.api.windowing.assigners.WindowAssigner;
import io.millrace.streaming.api.windowing.evictors.Evictor;
import io.millrace.streaming.api.windowing.triggers.Trigger;
import io.millrace.util.OutputTag;
import io.millrace.util.function.SerializableSupplier;
import java.util.List;

/**
 * What an operator does, as the program said it: a closed family, so that the planner's visitor
 * counts the cases at compile time. Functions in here are the user's own instances, already
 * cleaned; the planner clones them once per subtask.
 */
public sealed interface OperatorSpec {

    /** Calls the visitor's method for this case. */
    <R> R accept(Visitor<R> visitor);

    /** One method per case. */
    interface Visitor<R> {
        R source(Source spec);

        R functionSource(FunctionSource spec);

        R map(Map spec);

        R flatMap(FlatMap spec);

        R filter(Filter spec);

        R process(Process spec);

        R keyedProcess(KeyedProcess spec);

        R reduce(Reduce spec);

        R coMap(CoMap spec);

        R coFlatMap(CoFlatMap spec);

        R coProcess(CoProcess spec);

        R keyedCoProcess(KeyedCoProcess spec);

        R broadcastProcess(BroadcastProcess spec);

        R keyedBroadcastProcess(KeyedBroadcastProcess spec);

        R timestamps(Timestamps spec);

        R loopHead(LoopHead spec);

        R sink(WriterSink spec);

        R functionSink(FunctionSink spec);

        R custom(Custom spec);

        R collect(Collect spec);

        R async(Async spec);

        R window(Window spec);

        R sinkWriting(SinkWriting spec);

        R sinkCommitting(SinkCommitting spec);

        R globalCommitting(GlobalCommitting spec);

        R intervalJoin(IntervalJoin spec);
    }

    /** A FLIP-27 source and the watermarks made in it. */
    record Source(
            io.millrace.api.connector.source.Source<?, ?, ?> source,
            WatermarkStrategy<?> watermarks)
            implements OperatorSpec {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.source(this);
        }
    }

    /** A source that runs an endless method of its own. */
    record FunctionSource(SourceFunction<?> function) implements OperatorSpec {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.functionSource(this);
        }
    }

    /** Map by a user function. */
    record Map(MapFunction<?, ?> function) implements OperatorSpec {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.map(this);
        }
    }

    /** FlatMap by a user function. */
    record FlatMap(FlatMapFunction<?, ?> function) implements OperatorSpec {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.flatMap(this);
        }
    }

    /** Filter by a user function. */
    record Filter(FilterFunction<?> function) implements OperatorSpec {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.filter(this);
        }
    }

    /** Process by a user function. */
    record Process(ProcessFunction<?, ?> function) implements OperatorSpec {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.process(this);
        }
    }

    /** KeyedProcess by a user function. */
    record KeyedProcess(KeyedProcessFunction<?, ?, ?> function) implements OperatorSpec {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.keyedProcess(this);
        }
    }

    /** Reduce by a user function. */
    record Reduce(ReduceFunction<?> function) implements OperatorSpec {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.reduce(this);
        }
    }

    /** CoMap by a user function. */
    record CoMap(CoMapFunction<?, ?, ?> function) implements OperatorSpec {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.coMap(this);
        }
    }

    /** CoFlatMap by a user function. */
    record CoFlatMap(CoFlatMapFunction<?, ?, ?> function) implements OperatorSpec {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.coFlatMap(this);
        }
    }

    /** CoProcess by a user function. */
    record CoProcess(CoProcessFunction<?, ?, ?> function) implements OperatorSpec {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.coProcess(this);
        }
    }

    /** KeyedCoProcess by a user function. */
    record KeyedCoProcess(KeyedCoProcessFunction<?, ?, ?, ?> function) implements OperatorSpec {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.keyedCoProcess(this);
        }
    }

    /**
     * BroadcastProcess by a user function; the second input is the broadcast one.
     *
     * @param states what is kept of it
     */
    record BroadcastProcess(
            BroadcastProcessFunction<?, ?, ?> function, List<MapStateDescriptor<?, ?>> states)
            implements OperatorSpec {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.broadcastProcess(this);
        }
    }

    /**
     * KeyedBroadcastProcess by a user function; the second input is the broadcast one and has no
     * key.
     *
     * @param states what is kept of it
     */
    record KeyedBroadcastProcess(
            KeyedBroadcastProcessFunction<?, ?, ?, ?> function,
            List<MapStateDescriptor<?, ?>> states)
            implements OperatorSpec {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.keyedBroadcastProcess(this);
        }
    }

    /** FunctionSink by a user function. */
    record FunctionSink(SinkFunction<?> function) implements OperatorSpec {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.functionSink(this);
        }
    }

    /** Timestamps and watermarks assigned in mid-stream. */
    record Timestamps(WatermarkStrategy<?> strategy) implements OperatorSpec {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.timestamps(this);
        }
    }

    /**
     * The beginning of a loop: passes on what enters (its first input) and what is fed back (its
     * second), whose types are the same.
     */
    record LoopHead() implements OperatorSpec {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.loopHead(this);
        }
    }

    /** A Sink V2: writer, and committer where it has one. */
    record WriterSink(Sink<?> sink) implements OperatorSpec {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.sink(this);
        }
    }

    /** The program's own operator, with one input or two; the only case that carries one. */
    record Custom(StreamOperatorFactory<?> factory) implements OperatorSpec {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.custom(this);
        }
    }

    /** The end of a stream whose records go back to the program that started the job. */
    record Collect(ResultHandOver<?> handOver) implements OperatorSpec {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.collect(this);
        }
    }

    /**
     * Questions to other systems, several under way at once.
     *
     * @param timeoutMs how long a record may wait for its answer; 0 or less for ever
     * @param capacity questions under way in one subtask
     * @param ordered whether answers are emitted in the order of the records
     * @param retries after which answers to ask again, and when
     */
    record Async(
            AsyncFunction<?, ?> function,
            long timeoutMs,
            int capacity,
            boolean ordered,
            AsyncRetryStrategy<?> retries)
            implements OperatorSpec {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.async(this);
        }
    }

    /**
     * Windows of a keyed stream. A stream without keys is given one key for all by who builds this.
     *
     * @param evictor null for none
     * @param allowedLateness milliseconds for which a window stays after its end, not negative; for
     *     windows of event time only
     * @param lateOutput where records go that are too late for all their windows; null to drop them
     * @param contents what is kept of the records
     * @param call what is called when a window is shown
     */
    record Window(
            WindowAssigner<?, ?> assigner,
            Trigger<?, ?> trigger,
            Evictor<?, ?> evictor,
            long allowedLateness,
            OutputTag<?> lateOutput,
            WindowContents contents,
            WindowCall call)
            implements OperatorSpec {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.window(this);
        }
    }

    /** The writer of a Sink V2 whose committer is an operator of its own. */
    record SinkWriting(Sink<?> sink) implements OperatorSpec {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.sinkWriting(this);
        }
    }

    /**
     * The committer of a Sink V2 as an operator of its own.
     *
     * @param emits whether what was committed is wanted behind it
     */
    record SinkCommitting(Sink<?> sink, boolean emits) implements OperatorSpec {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.sinkCommitting(this);
        }
    }

    /** Commits what all subtasks of a committer have sent for a checkpoint as a whole. */
    record GlobalCommitting(
            SerializableSupplier<? extends Committer<?>> committer,
            SerializableSupplier<? extends SimpleVersionedSerializer<?>> serializer)
            implements OperatorSpec {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.globalCommitting(this);
        }
    }

    /**
     * Pairs of records of two keyed streams whose timestamps are near each other. A left record at
     * t is paired with right ones from t + {@code lower} to t + {@code upper}, both included.
     *
     * @param lower milliseconds, perhaps negative
     * @param upper milliseconds, perhaps negative
     * @param lateLeft where left records go that come too late; null to drop them
     * @param lateRight where right records go that come too late; null to drop them
     */
    record IntervalJoin(
            ProcessJoinFunction<?, ?, ?> function,
            long lower,
            long upper,
            OutputTag<?> lateLeft,
            OutputTag<?> lateRight)
            implements OperatorSpec {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.intervalJoin(this);
        }
    }
}
