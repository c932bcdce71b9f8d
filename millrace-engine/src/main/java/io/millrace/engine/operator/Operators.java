// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.FilterFunction;
import io.millrace.api.common.functions.FlatMapFunction;
import io.millrace.api.common.functions.MapFunction;
import io.millrace.api.common.functions.ReduceFunction;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.connector.sink2.Committer;
import io.millrace.api.connector.sink2.Sink;
import io.millrace.api.connector.sink2.SupportsCommitter;
import io.millrace.api.connector.source.Source;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.engine.chain.Operator;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.ResultHandOver;
import io.millrace.spi.WindowCall;
import io.millrace.spi.WindowContents;
import io.millrace.streaming.api.TimeCharacteristic;
import io.millrace.streaming.api.connector.sink2.CommittableMessage;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.ProcessFunction;
import io.millrace.streaming.api.functions.co.BroadcastProcessFunction;
import io.millrace.streaming.api.functions.co.CoFlatMapFunction;
import io.millrace.streaming.api.functions.co.CoMapFunction;
import io.millrace.streaming.api.functions.co.CoProcessFunction;
import io.millrace.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import io.millrace.streaming.api.functions.co.KeyedCoProcessFunction;
import io.millrace.streaming.api.functions.sink.SinkFunction;
import io.millrace.streaming.api.functions.source.SourceFunction;
import io.millrace.streaming.api.operators.StreamOperatorFactory;
import io.millrace.streaming.api.windowing.windows.Window;
import io.millrace.util.function.SerializableSupplier;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Makes the operator for each case of {@link OperatorSpec}. Each subtask gets clones of the user's
 * functions and key selectors (CK-102). Pure; any thread.
 */
public final class Operators {

    /** With this ends the name of each queue of event-time timers in an operator's keyed state. */
    public static final String EVENT_TIME_TIMERS = NamespacedTimerService.EVENT_TIME;

    /** With this ends the name of each queue of processing-time timers. */
    public static final String PROCESSING_TIME_TIMERS = NamespacedTimerService.PROCESSING_TIME;

    private Operators() {}

    /**
     * The operator of one subtask, with its own clones of what the user gave.
     *
     * @param transformation what the program said
     * @param out where the operator emits; not used by sinks
     * @throws io.millrace.api.common.InvalidProgramException when a function can't be cloned
     */
    public static Operator create(
            OperatorTransformation<?> transformation,
            OperatorContext context,
            Output<?> out,
            OperatorSettings settings) {
        return create(
                transformation,
                cloneFor(transformation, context.userClassLoader()),
                context,
                out,
                settings);
    }

    /**
     * The same, for a caller that has cloned the functions itself.
     *
     * @param spec the transformation's spec with this subtask's own instances of the functions
     */
    public static Operator create(
            OperatorTransformation<?> transformation,
            OperatorSpec spec,
            OperatorContext context,
            Output<?> out,
            OperatorSettings settings) {
        List<KeySelector<?, ?>> selectors = new ArrayList<>();
        for (KeySelector<?, ?> selector : transformation.keySelectors()) {
            selectors.add(
                    UserObjects.cloneOf(
                            selector,
                            context.userClassLoader(),
                            "a key selector of operator " + transformation));
        }
        BatchSettings batch = settings.batch();
        if (batch == null) {
            return spec.accept(
                    new Maker<>(transformation, selectors, context, cast(out), settings));
        }
        Output<?> last = BatchOperators.output(spec, out);
        Operator operator =
                spec.accept(new Maker<>(transformation, selectors, context, cast(last), settings));
        return BatchOperators.sorted(operator, transformation, selectors, context, batch);
    }

    /** The spec with clones of its functions, made by Java serialization and the user's classes. */
    public static OperatorSpec cloneFor(
            OperatorTransformation<?> transformation, ClassLoader userClassLoader) {
        return transformation.spec().accept(new Cloner(userClassLoader, transformation.toString()));
    }

    @SuppressWarnings("unchecked") // the program's types were checked when it was compiled
    private static <X> X cast(Object object) {
        return (X) object;
    }

    /**
     * One method per case; the compiler counts them. All casts rest on the program's own type
     * checks.
     */
    @SuppressWarnings("deprecation") // programs still choose a time characteristic
    private record Maker<A, B, O, K>(
            OperatorTransformation<?> transformation,
            List<KeySelector<?, ?>> selectors,
            OperatorContext context,
            Output<O> out,
            OperatorSettings settings)
            implements OperatorSpec.Visitor<Operator> {

        private KeySelector<A, K> first() {
            return selectors.isEmpty() ? null : cast(selectors.get(0));
        }

        private KeySelector<B, K> second() {
            return selectors.size() < 2 ? null : cast(selectors.get(1));
        }

        private TypeInformation<A> inputType() {
            return cast(transformation.inputs().get(0).outputType());
        }

        private <F> F keyed(F function) {
            if (selectors.isEmpty()) {
                throw new IllegalStateException(
                        "The operator "
                                + transformation
                                + " needs a keyed stream: call keyBy(...) before it");
            }
            return function;
        }

        @Override
        public Operator source(OperatorSpec.Source spec) {
            Source<O, ?, ?> source = cast(spec.source());
            WatermarkStrategy<O> told = cast(spec.watermarks());
            WatermarkStrategy<O> strategy =
                    settings.time() == TimeCharacteristic.IngestionTime
                            ? new IngestionTime<>(told, context.clock())
                            : told;
            return new SourceReaderOperator<>(
                    context, source, strategy, settings.configuration(), out);
        }

        @Override
        public Operator functionSource(OperatorSpec.FunctionSource spec) {
            SourceFunction<O> function = cast(spec.function());
            return new FunctionSourceOperator<>(
                    context, function, settings.feeding(), settings.time(), out);
        }

        @Override
        public Operator map(OperatorSpec.Map spec) {
            MapFunction<A, O> function = cast(spec.function());
            return new MapOperator<>(context, function, first(), out);
        }

        @Override
        public Operator flatMap(OperatorSpec.FlatMap spec) {
            FlatMapFunction<A, O> function = cast(spec.function());
            return new FlatMapOperator<>(context, function, first(), out);
        }

        @Override
        public Operator filter(OperatorSpec.Filter spec) {
            FilterFunction<A> function = cast(spec.function());
            return new FilterOperator<>(context, function, first(), cast(out));
        }

        @Override
        public Operator process(OperatorSpec.Process spec) {
            ProcessFunction<A, O> function = cast(spec.function());
            return new ProcessOperator<>(context, function, first(), out);
        }

        @Override
        public Operator keyedProcess(OperatorSpec.KeyedProcess spec) {
            KeyedProcessFunction<K, A, O> function = keyed(cast(spec.function()));
            return new KeyedProcessOperator<>(context, function, first(), out);
        }

        @Override
        public Operator reduce(OperatorSpec.Reduce spec) {
            ReduceFunction<A> function = keyed(cast(spec.function()));
            return new ReduceOperator<>(context, function, inputType(), first(), cast(out));
        }

        @Override
        public Operator coMap(OperatorSpec.CoMap spec) {
            CoMapFunction<A, B, O> function = cast(spec.function());
            return new CoMapOperator<>(context, function, first(), second(), out);
        }

        @Override
        public Operator coFlatMap(OperatorSpec.CoFlatMap spec) {
            CoFlatMapFunction<A, B, O> function = cast(spec.function());
            return new CoFlatMapOperator<>(context, function, first(), second(), out);
        }

        @Override
        public Operator coProcess(OperatorSpec.CoProcess spec) {
            CoProcessFunction<A, B, O> function = cast(spec.function());
            return new CoProcessOperator<>(context, function, first(), second(), out);
        }

        @Override
        public Operator keyedCoProcess(OperatorSpec.KeyedCoProcess spec) {
            KeyedCoProcessFunction<K, A, B, O> function = keyed(cast(spec.function()));
            return new KeyedCoProcessOperator<>(context, function, first(), second(), out);
        }

        @Override
        public Operator broadcastProcess(OperatorSpec.BroadcastProcess spec) {
            BroadcastProcessFunction<A, B, O> function = cast(spec.function());
            return new BroadcastProcessOperator<>(context, function, spec.states(), out);
        }

        @Override
        public Operator keyedBroadcastProcess(OperatorSpec.KeyedBroadcastProcess spec) {
            KeyedBroadcastProcessFunction<K, A, B, O> function = keyed(cast(spec.function()));
            return new KeyedBroadcastProcessOperator<>(
                    context, function, spec.states(), first(), out);
        }

        @Override
        public Operator timestamps(OperatorSpec.Timestamps spec) {
            WatermarkStrategy<O> strategy = cast(spec.strategy());
            return new TimestampsOperator<>(context, strategy, out);
        }

        @Override
        public Operator loopHead(OperatorSpec.LoopHead spec) {
            return new LoopHeadOperator<>(out);
        }

        @Override
        public Operator sink(OperatorSpec.WriterSink spec) {
            Sink<A> sink = cast(spec.sink());
            return new SinkWriterOperator<>(
                    context, sink, inputType(), settings.committerRetries(), null);
        }

        @Override
        public Operator functionSink(OperatorSpec.FunctionSink spec) {
            SinkFunction<A> function = cast(spec.function());
            return new FunctionSinkOperator<>(context, function, first());
        }

        @Override
        public Operator custom(OperatorSpec.Custom spec) {
            StreamOperatorFactory<O> factory = cast(spec.factory());
            return new CustomOperator<>(
                    context,
                    factory,
                    selectors,
                    transformation.inputs().get(0).outputType(),
                    cast(transformation.outputType()),
                    out);
        }

        @Override
        public Operator collect(OperatorSpec.Collect spec) {
            ResultHandOver<A> handOver = cast(spec.handOver());
            return new CollectOperator<>(context, handOver, inputType(), settings.exactlyOnce());
        }

        @Override
        public Operator intervalJoin(OperatorSpec.IntervalJoin spec) {
            return IntervalJoinOperator.of(
                    context,
                    keyed(spec),
                    inputType(),
                    cast(transformation.inputs().get(1).outputType()),
                    first(),
                    second(),
                    out);
        }

        @Override
        public Operator async(OperatorSpec.Async spec) {
            return new AsyncWaitOperator<A, O>(context, spec, inputType(), out);
        }

        @Override
        public Operator window(OperatorSpec.Window spec) {
            boolean aligned =
                    settings.batch() == null
                            && context.keyedState().hasPanes()
                            && AlignedWindowOperator.fits(spec);
            if (aligned && SlicedWindowOperator.fits(spec, settings.slices())) {
                return slicedWindowOperator(keyed(spec));
            }
            SlicedWindowOperator.requireNone(context);
            return aligned ? alignedWindowOperator(keyed(spec)) : windowOperator(keyed(spec));
        }

        /** The fast form of those windows that most programs have. */
        private <C, V> Operator alignedWindowOperator(OperatorSpec.Window spec) {
            return new AlignedWindowOperator<K, A, C, V, O>(
                    context, spec, inputType(), cast(transformation.outputType()), first(), out);
        }

        private <C, V> Operator slicedWindowOperator(OperatorSpec.Window spec) {
            return new SlicedWindowOperator<K, A, C, V, O>(
                    context, spec, inputType(), cast(transformation.outputType()), first(), out);
        }

        private <V, W extends Window> Operator windowOperator(OperatorSpec.Window spec) {
            return new WindowOperator<K, A, V, O, W>(
                    context, spec, inputType(), cast(transformation.outputType()), first(), out);
        }

        @Override
        public Operator sinkWriting(OperatorSpec.SinkWriting spec) {
            Sink<A> sink = cast(spec.sink());
            Output<CommittableMessage<B>> messages = cast(out);
            return new SinkWriterOperator<>(
                    context, sink, inputType(), settings.committerRetries(), messages);
        }

        @Override
        public Operator sinkCommitting(OperatorSpec.SinkCommitting spec) {
            SupportsCommitter<A> sink = cast(spec.sink());
            Output<CommittableMessage<A>> messages = cast(out);
            return new CommitterOperator<>(
                    context,
                    metrics -> sink.createCommitter(new CommitterContext(context, metrics)),
                    sink.getCommittableSerializer(),
                    settings.committerRetries(),
                    false,
                    spec.emits() ? messages : null);
        }

        @Override
        public Operator globalCommitting(OperatorSpec.GlobalCommitting spec) {
            SerializableSupplier<Committer<A>> committer = cast(spec.committer());
            SerializableSupplier<SimpleVersionedSerializer<A>> serializer = cast(spec.serializer());
            return new CommitterOperator<>(
                    context,
                    metrics -> committer.get(),
                    serializer.get(),
                    settings.committerRetries(),
                    true,
                    null);
        }
    }

    private record Cloner(ClassLoader loader, String name)
            implements OperatorSpec.Visitor<OperatorSpec> {

        private <F> F copy(F function) {
            return Objects.requireNonNull(
                    UserObjects.cloneOf(function, loader, "the function of operator " + name),
                    "function");
        }

        @Override
        public OperatorSpec source(OperatorSpec.Source spec) {
            return new OperatorSpec.Source(copy(spec.source()), copy(spec.watermarks()));
        }

        @Override
        public OperatorSpec functionSource(OperatorSpec.FunctionSource spec) {
            return new OperatorSpec.FunctionSource(copy(spec.function()));
        }

        @Override
        public OperatorSpec map(OperatorSpec.Map spec) {
            return new OperatorSpec.Map(copy(spec.function()));
        }

        @Override
        public OperatorSpec flatMap(OperatorSpec.FlatMap spec) {
            return new OperatorSpec.FlatMap(copy(spec.function()));
        }

        @Override
        public OperatorSpec filter(OperatorSpec.Filter spec) {
            return new OperatorSpec.Filter(copy(spec.function()));
        }

        @Override
        public OperatorSpec process(OperatorSpec.Process spec) {
            return new OperatorSpec.Process(copy(spec.function()));
        }

        @Override
        public OperatorSpec keyedProcess(OperatorSpec.KeyedProcess spec) {
            return new OperatorSpec.KeyedProcess(copy(spec.function()));
        }

        @Override
        public OperatorSpec reduce(OperatorSpec.Reduce spec) {
            return new OperatorSpec.Reduce(copy(spec.function()));
        }

        @Override
        public OperatorSpec coMap(OperatorSpec.CoMap spec) {
            return new OperatorSpec.CoMap(copy(spec.function()));
        }

        @Override
        public OperatorSpec coFlatMap(OperatorSpec.CoFlatMap spec) {
            return new OperatorSpec.CoFlatMap(copy(spec.function()));
        }

        @Override
        public OperatorSpec coProcess(OperatorSpec.CoProcess spec) {
            return new OperatorSpec.CoProcess(copy(spec.function()));
        }

        @Override
        public OperatorSpec keyedCoProcess(OperatorSpec.KeyedCoProcess spec) {
            return new OperatorSpec.KeyedCoProcess(copy(spec.function()));
        }

        @Override
        public OperatorSpec broadcastProcess(OperatorSpec.BroadcastProcess spec) {
            return new OperatorSpec.BroadcastProcess(copy(spec.function()), copy(spec.states()));
        }

        @Override
        public OperatorSpec keyedBroadcastProcess(OperatorSpec.KeyedBroadcastProcess spec) {
            return new OperatorSpec.KeyedBroadcastProcess(
                    copy(spec.function()), copy(spec.states()));
        }

        @Override
        public OperatorSpec timestamps(OperatorSpec.Timestamps spec) {
            return new OperatorSpec.Timestamps(copy(spec.strategy()));
        }

        @Override
        public OperatorSpec loopHead(OperatorSpec.LoopHead spec) {
            return spec;
        }

        @Override
        public OperatorSpec sink(OperatorSpec.WriterSink spec) {
            return new OperatorSpec.WriterSink(copy(spec.sink()));
        }

        @Override
        public OperatorSpec functionSink(OperatorSpec.FunctionSink spec) {
            return new OperatorSpec.FunctionSink(copy(spec.function()));
        }

        @Override
        public OperatorSpec custom(OperatorSpec.Custom spec) {
            return new OperatorSpec.Custom(copy(spec.factory()));
        }

        /** The hand-over is the program's own: every attempt puts into the same one. */
        @Override
        public OperatorSpec collect(OperatorSpec.Collect spec) {
            return spec;
        }

        @Override
        public OperatorSpec intervalJoin(OperatorSpec.IntervalJoin spec) {
            return new OperatorSpec.IntervalJoin(
                    copy(spec.function()),
                    spec.lower(),
                    spec.upper(),
                    spec.lateLeft(),
                    spec.lateRight());
        }

        @Override
        public OperatorSpec async(OperatorSpec.Async spec) {
            return new OperatorSpec.Async(
                    copy(spec.function()),
                    spec.timeoutMs(),
                    spec.capacity(),
                    spec.ordered(),
                    copy(spec.retries()));
        }

        @Override
        public OperatorSpec window(OperatorSpec.Window spec) {
            return new OperatorSpec.Window(
                    copy(spec.assigner()),
                    copy(spec.trigger()),
                    spec.evictor() == null ? null : copy(spec.evictor()),
                    spec.allowedLateness(),
                    spec.lateOutput(),
                    copy(spec.contents()),
                    copy(spec.call()));
        }

        private WindowContents copy(WindowContents contents) {
            if (contents instanceof WindowContents.Reduced reduced) {
                return new WindowContents.Reduced(copy(reduced.function()), reduced.type());
            }
            if (contents instanceof WindowContents.Aggregated aggregated) {
                return new WindowContents.Aggregated(
                        copy(aggregated.function()),
                        aggregated.accumulatorType(),
                        aggregated.type());
            }
            return contents;
        }

        private WindowCall copy(WindowCall call) {
            if (call instanceof WindowCall.Apply apply) {
                return new WindowCall.Apply(copy(apply.function()));
            }
            if (call instanceof WindowCall.Process process) {
                return new WindowCall.Process(copy(process.function()));
            }
            if (call instanceof WindowCall.ApplyAll apply) {
                return new WindowCall.ApplyAll(copy(apply.function()));
            }
            if (call instanceof WindowCall.ProcessAll process) {
                return new WindowCall.ProcessAll(copy(process.function()));
            }
            if (call instanceof WindowCall.CoGroup coGroup) {
                return new WindowCall.CoGroup(copy(coGroup.function()));
            }
            if (call instanceof WindowCall.Join join) {
                return new WindowCall.Join(copy(join.function()));
            }
            if (call instanceof WindowCall.FlatJoin join) {
                return new WindowCall.FlatJoin(copy(join.function()));
            }
            return call;
        }

        @Override
        public OperatorSpec sinkWriting(OperatorSpec.SinkWriting spec) {
            return new OperatorSpec.SinkWriting(copy(spec.sink()));
        }

        @Override
        public OperatorSpec sinkCommitting(OperatorSpec.SinkCommitting spec) {
            return new OperatorSpec.SinkCommitting(copy(spec.sink()), spec.emits());
        }

        @Override
        public OperatorSpec globalCommitting(OperatorSpec.GlobalCommitting spec) {
            return new OperatorSpec.GlobalCommitting(
                    copy(spec.committer()), copy(spec.serializer()));
        }
    }
}
