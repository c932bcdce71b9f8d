// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.annotation.Experimental;
import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.InvalidProgramException;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.FilterFunction;
import io.millrace.api.common.functions.FlatMapFunction;
import io.millrace.api.common.functions.MapFunction;
import io.millrace.api.common.functions.Partitioner;
import io.millrace.api.common.io.OutputFormat;
import io.millrace.api.common.serialization.SerializationSchema;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.connector.sink2.Sink;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.api.java.io.CsvOutputFormat;
import io.millrace.api.java.io.TextOutputFormat;
import io.millrace.api.java.tuple.Tuple;
import io.millrace.api.java.typeutils.InputTypeConfigurable;
import io.millrace.api.java.typeutils.TypeExtractor;
import io.millrace.core.execution.JobClient;
import io.millrace.core.fs.FileSystem.WriteMode;
import io.millrace.core.fs.Path;
import io.millrace.spi.ChosenOperators;
import io.millrace.spi.GivenOperator;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.PartitionTransformation;
import io.millrace.spi.Partitioning;
import io.millrace.spi.Programs;
import io.millrace.spi.ResultHandOver;
import io.millrace.spi.SinkFunctions;
import io.millrace.spi.Transformation;
import io.millrace.spi.UnionTransformation;
import io.millrace.spi.types.RequiredType;
import io.millrace.streaming.api.TimeCharacteristic;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.AssignerWithPeriodicWatermarks;
import io.millrace.streaming.api.functions.AssignerWithPunctuatedWatermarks;
import io.millrace.streaming.api.functions.ProcessFunction;
import io.millrace.streaming.api.functions.sink.OutputFormatSinkFunction;
import io.millrace.streaming.api.functions.sink.PrintSinkFunction;
import io.millrace.streaming.api.functions.sink.SinkFunction;
import io.millrace.streaming.api.functions.sink.SocketClientSink;
import io.millrace.streaming.api.operators.AbstractUdfStreamOperator;
import io.millrace.streaming.api.operators.OneInputStreamOperator;
import io.millrace.streaming.api.operators.OneInputStreamOperatorFactory;
import io.millrace.streaming.api.operators.collect.ClientAndIterator;
import io.millrace.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import io.millrace.streaming.api.windowing.assigners.SlidingProcessingTimeWindows;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;
import io.millrace.streaming.api.windowing.assigners.WindowAssigner;
import io.millrace.streaming.api.windowing.time.Time;
import io.millrace.streaming.api.windowing.windows.GlobalWindow;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.streaming.api.windowing.windows.Window;
import io.millrace.util.CloseableIterator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Records of one type, flowing. Each method records what is to be done with them and returns the
 * stream of what comes out; nothing runs before the environment executes.
 *
 * <p>Not thread-safe: one thread builds a program.
 *
 * @param <T> the records
 */
@Public
public class DataStream<T> {

    static {
        Programs.leave(
                new Programs.StreamKey() {
                    @Override
                    public <X> SingleOutputStreamOperator<X> stream(
                            StreamExecutionEnvironment environment,
                            OperatorTransformation<X> operator) {
                        return new SingleOutputStreamOperator<>(environment, operator);
                    }

                    @Override
                    public <X> Transformation<X> transformation(DataStream<X> stream) {
                        return stream.transformation;
                    }

                    @Override
                    public <X> DataStream<X> stream(
                            StreamExecutionEnvironment environment,
                            Transformation<X> transformation) {
                        return new DataStream<>(environment, transformation);
                    }
                });
    }

    protected final StreamExecutionEnvironment environment;

    final Transformation<T> transformation;

    /** Whether somebody relies on the type by now. */
    private boolean typeUsed;

    DataStream(StreamExecutionEnvironment environment, Transformation<T> transformation) {
        this.environment = Objects.requireNonNull(environment, "environment");
        this.transformation = Objects.requireNonNull(transformation, "transformation");
    }

    /** Unique among the streams of this JVM. */
    public int getId() {
        return transformation.id();
    }

    /** How many subtasks these records come from. */
    public int getParallelism() {
        return transformation.parallelism();
    }

    /**
     * The type of the records.
     *
     * @throws io.millrace.api.common.functions.InvalidTypesException when it could not be found out
     */
    public TypeInformation<T> getType() {
        typeUsed = true;
        return RequiredType.of(transformation.outputType());
    }

    protected <F> F clean(F f) {
        return environment.clean(f);
    }

    public StreamExecutionEnvironment getExecutionEnvironment() {
        return environment;
    }

    public ExecutionConfig getExecutionConfig() {
        return environment.getConfig();
    }

    /**
     * The records of this stream and the others. A stream that is given twice counts twice.
     *
     * @throws IllegalArgumentException when the types differ, or a stream is of another environment
     */
    @SafeVarargs
    public final DataStream<T> union(DataStream<T>... streams) {
        List<Transformation<T>> inputs = new ArrayList<>();
        inputs.add(input());
        for (DataStream<T> stream : streams) {
            Checks.sameEnvironment("union", this, stream);
            TypeInformation<T> mine = transformation.outputType();
            TypeInformation<T> other = stream.input().outputType();
            if (!OutputTypes.isMissing(mine)
                    && !OutputTypes.isMissing(other)
                    && !mine.equals(other)) {
                throw new IllegalArgumentException(
                        "Streams of different types cannot be united: "
                                + mine
                                + " and "
                                + other
                                + '.');
            }
            inputs.add(stream.transformation);
        }
        return new DataStream<>(environment, new UnionTransformation<>(inputs));
    }

    /**
     * This stream and another one, of whatever type, for functions with two inputs.
     *
     * @throws IllegalArgumentException when the other stream is of another environment
     */
    public <R> ConnectedStreams<T, R> connect(DataStream<R> dataStream) {
        Checks.sameEnvironment("connect", this, dataStream);
        return new ConnectedStreams<>(environment, this, dataStream);
    }

    /**
     * This stream, keyed or not, and a broadcast one, for functions that use the elements of the
     * latter on the records of the former.
     *
     * @throws IllegalArgumentException when the other stream is of another environment
     */
    @PublicEvolving
    public <R> BroadcastConnectedStream<T, R> connect(BroadcastStream<R> broadcastStream) {
        Checks.sameEnvironment("connect", this, broadcastStream.stream());
        return new BroadcastConnectedStream<>(
                environment, this, broadcastStream, broadcastStream.getBroadcastStateDescriptors());
    }

    /**
     * This stream and another, whose records of one key and window are looked at together. The
     * other may be this one.
     *
     * @throws IllegalArgumentException when the other stream is of another environment
     */
    public <T2> CoGroupedStreams<T, T2> coGroup(DataStream<T2> otherStream) {
        Checks.sameEnvironment("coGroup", this, otherStream);
        return new CoGroupedStreams<>(this, otherStream);
    }

    /**
     * This stream and another, whose records of one key and window are paired. The other may be
     * this one.
     *
     * @throws IllegalArgumentException when the other stream is of another environment
     */
    public <T2> JoinedStreams<T, T2> join(DataStream<T2> otherStream) {
        Checks.sameEnvironment("join", this, otherStream);
        return new JoinedStreams<>(this, otherStream);
    }

    /** Parts the records by key: those with equal keys meet in one subtask. */
    public <K> KeyedStream<T, K> keyBy(KeySelector<T, K> key) {
        return new KeyedStream<>(this, cleanFor("keyBy", Objects.requireNonNull(key, "key")));
    }

    /** Parts the records by key: those with equal keys meet in one subtask. */
    public <K> KeyedStream<T, K> keyBy(KeySelector<T, K> key, TypeInformation<K> keyType) {
        return new KeyedStream<>(
                this,
                cleanFor("keyBy", Objects.requireNonNull(key, "key")),
                Objects.requireNonNull(keyType, "keyType"));
    }

    /** Parts the records by the fields at these positions; the key is a tuple. */
    public KeyedStream<T, Tuple> keyBy(int... fields) {
        FieldKeys<T> keys = FieldKeys.at(getType(), getExecutionConfig(), fields);
        return new KeyedStream<>(this, keys, keys.getProducedType());
    }

    /**
     * Parts the records by fields, such as {@code "user.name"} or {@code "f0"}; the key is a tuple.
     */
    public KeyedStream<T, Tuple> keyBy(String... fields) {
        FieldKeys<T> keys = FieldKeys.of(getType(), getExecutionConfig(), fields);
        return new KeyedStream<>(this, keys, keys.getProducedType());
    }

    /** Each record to every subtask of the next operator. */
    public DataStream<T> broadcast() {
        return partitioned(new Partitioning.Broadcast());
    }

    /**
     * Each record to every subtask of the next operator, which keeps these states from them: each
     * subtask a copy of its own, in checkpoints too. To be given to {@link
     * #connect(BroadcastStream)}.
     *
     * @param broadcastStateDescriptors all of the states; the function names them again to get them
     */
    @PublicEvolving
    public BroadcastStream<T> broadcast(MapStateDescriptor<?, ?>... broadcastStateDescriptors) {
        return new BroadcastStream<>(environment, broadcast(), broadcastStateDescriptors);
    }

    /** Subtask i to subtask i of the next operator, which must have the same parallelism. */
    public DataStream<T> forward() {
        return partitioned(new Partitioning.Forward());
    }

    /** To the subtasks of the next operator in turn. */
    public DataStream<T> rebalance() {
        return partitioned(new Partitioning.Rebalance());
    }

    /** To any subtask of the next operator, each as likely as the others. */
    @PublicEvolving
    public DataStream<T> shuffle() {
        return partitioned(new Partitioning.Shuffle());
    }

    /**
     * In turn, as {@link #rebalance()}, but each subtask only to those of the next operator that it
     * faces: with 2 subtasks before and 6 behind, one serves three; with 6 before and 2 behind,
     * three serve one. Fewer channels, and less even where subtasks send unequally much.
     */
    @PublicEvolving
    public DataStream<T> rescale() {
        return partitioned(new Partitioning.Rescale());
    }

    /** All records to the first subtask of the next operator. The others get none. */
    @PublicEvolving
    public DataStream<T> global() {
        return partitioned(new Partitioning.Global());
    }

    /**
     * To the subtask that the partitioner answers for the record's key. An answer that is no
     * subtask fails the job.
     */
    public <K> DataStream<T> partitionCustom(
            Partitioner<K> partitioner, KeySelector<T, K> keySelector) {
        return partitioned(
                new Partitioning.Custom(
                        cleanFor("partitionCustom", partitioner),
                        cleanFor("partitionCustom", keySelector)));
    }

    /**
     * To the subtask that the partitioner answers for the field at a position. Older form of the
     * method above.
     */
    public <K> DataStream<T> partitionCustom(Partitioner<K> partitioner, int field) {
        return partitionCustom(
                partitioner, OneFieldKey.at(getType(), field, getExecutionConfig(), partitioner));
    }

    /**
     * To the subtask that the partitioner answers for a field, such as {@code "user.name"}. Older
     * form of the method above.
     */
    public <K> DataStream<T> partitionCustom(Partitioner<K> partitioner, String field) {
        return partitionCustom(
                partitioner, OneFieldKey.of(getType(), field, getExecutionConfig(), partitioner));
    }

    /**
     * Tuples of the fields at these positions, in this order.
     *
     * @throws IllegalArgumentException when the records are no tuples, or have no such field
     */
    @PublicEvolving
    public <R extends Tuple> SingleOutputStreamOperator<R> project(int... fieldIndexes) {
        return new StreamProjection<>(this, fieldIndexes).projectTupleX();
    }

    /**
     * Begins a loop: what is fed back by {@link IterativeStream#closeWith} comes out of the
     * returned stream again, beside the records of this one. The loop ends when this stream has
     * ended and nothing circulates any more.
     *
     * <p>With checkpoints such a job must be forced ({@code enableCheckpointing(interval, mode,
     * true)}), and is exactly-once then: what circulates is part of each checkpoint.
     */
    public IterativeStream<T> iterate() {
        return new IterativeStream<>(this, 0);
    }

    /**
     * The same, for a loop in which records may be held for a while, by timers of processing time
     * for example: such a timer keeps the loop from ending only if it fires within this time.
     *
     * @param maxWaitTimeMillis how long nothing must have circulated, after this stream has ended,
     *     before the loop ends; in milliseconds, 0 for no time at all
     * @throws IllegalArgumentException when negative
     */
    public IterativeStream<T> iterate(long maxWaitTimeMillis) {
        return new IterativeStream<>(this, maxWaitTimeMillis);
    }

    /** Cuts the whole stream into windows; what is made of them runs in one subtask. */
    @PublicEvolving
    public <W extends Window> AllWindowedStream<T, W> windowAll(
            WindowAssigner<? super T, W> assigner) {
        return new AllWindowedStream<>(this, assigner);
    }

    /** Windows of so many records: each is emitted when it is full, and what is left never. */
    public AllWindowedStream<T, GlobalWindow> countWindowAll(long size) {
        return windowAll(CommonWindows.global()).trigger(CommonWindows.whenFull(size));
    }

    /** After each {@code slide} records, a window of up to {@code size} records before. */
    public AllWindowedStream<T, GlobalWindow> countWindowAll(long size, long slide) {
        return windowAll(CommonWindows.global())
                .evictor(CommonWindows.last(size))
                .trigger(CommonWindows.afterEach(slide));
    }

    /**
     * Windows of one length, by event time, or by processing time where the environment was set to
     * it.
     *
     * @deprecated {@link #windowAll} with {@link TumblingEventTimeWindows} or {@link
     *     TumblingProcessingTimeWindows} says which time is meant
     */
    @Deprecated
    public AllWindowedStream<T, TimeWindow> timeWindowAll(Time size) {
        return windowAll(tumbling(size.toDuration()));
    }

    /**
     * Sliding windows of one length, by event time, or by processing time where the environment was
     * set to it.
     *
     * @deprecated {@link #windowAll} with {@link SlidingEventTimeWindows} or {@link
     *     SlidingProcessingTimeWindows} says which time is meant
     */
    @Deprecated
    public AllWindowedStream<T, TimeWindow> timeWindowAll(Time size, Time slide) {
        return windowAll(sliding(size.toDuration(), slide.toDuration()));
    }

    @SuppressWarnings("deprecation") // what timeWindow means depends on the older setting
    private boolean isProcessingTime() {
        return environment.getStreamTimeCharacteristic() == TimeCharacteristic.ProcessingTime;
    }

    final WindowAssigner<Object, TimeWindow> tumbling(Duration size) {
        return CommonWindows.tumbling(isProcessingTime(), size);
    }

    final WindowAssigner<Object, TimeWindow> sliding(Duration size, Duration slide) {
        return CommonWindows.sliding(isProcessingTime(), size, slide);
    }

    /** One record in, one out. */
    public <R> SingleOutputStreamOperator<R> map(MapFunction<T, R> mapper) {
        return map(mapper, null);
    }

    /**
     * One record in, one out.
     *
     * @param outputType null to find it out
     */
    public <R> SingleOutputStreamOperator<R> map(
            MapFunction<T, R> mapper, TypeInformation<R> outputType) {
        TypeInformation<R> type =
                OutputTypes.of(
                        outputType,
                        "map",
                        () ->
                                TypeExtractor.getMapReturnTypes(
                                        mapper, transformation.outputType(), "map", false));
        return recorded("Map", new OperatorSpec.Map(cleanFor("Map", mapper)), type);
    }

    /** One record in, any number out. */
    public <R> SingleOutputStreamOperator<R> flatMap(FlatMapFunction<T, R> flatMapper) {
        return flatMap(flatMapper, null);
    }

    /**
     * One record in, any number out.
     *
     * @param outputType null to find it out
     */
    public <R> SingleOutputStreamOperator<R> flatMap(
            FlatMapFunction<T, R> flatMapper, TypeInformation<R> outputType) {
        TypeInformation<R> type =
                OutputTypes.of(
                        outputType,
                        "flatMap",
                        () ->
                                TypeExtractor.getFlatMapReturnTypes(
                                        flatMapper, transformation.outputType(), "flatMap", false));
        return recorded(
                "Flat Map", new OperatorSpec.FlatMap(cleanFor("Flat Map", flatMapper)), type);
    }

    /** One record in, any number out, with timestamps, side outputs and a life cycle. */
    public <R> SingleOutputStreamOperator<R> process(ProcessFunction<T, R> processFunction) {
        return process(processFunction, null);
    }

    /**
     * One record in, any number out, with timestamps, side outputs and a life cycle.
     *
     * @param outputType null to find it out
     */
    public <R> SingleOutputStreamOperator<R> process(
            ProcessFunction<T, R> processFunction, TypeInformation<R> outputType) {
        TypeInformation<R> type =
                OutputTypes.of(
                        outputType,
                        "process",
                        () ->
                                TypeExtractor.getUnaryOperatorReturnType(
                                        processFunction,
                                        ProcessFunction.class,
                                        0,
                                        1,
                                        TypeExtractor.NO_INDEX,
                                        transformation.outputType(),
                                        "process",
                                        false));
        return recorded(
                "Process", new OperatorSpec.Process(cleanFor("Process", processFunction)), type);
    }

    /** The records for which the function says true. */
    public SingleOutputStreamOperator<T> filter(FilterFunction<T> filter) {
        return recorded(
                "Filter",
                new OperatorSpec.Filter(cleanFor("Filter", filter)),
                transformation.outputType());
    }

    /** Gives records timestamps, and makes watermarks from them. */
    public SingleOutputStreamOperator<T> assignTimestampsAndWatermarks(
            WatermarkStrategy<T> watermarkStrategy) {
        Checks.noAlignment(watermarkStrategy, "Timestamps/Watermarks");
        OperatorTransformation<T> operator =
                new OperatorTransformation<>(
                        "Timestamps/Watermarks",
                        new OperatorSpec.Timestamps(
                                cleanFor("Timestamps/Watermarks", watermarkStrategy)),
                        List.of(input()),
                        List.of(),
                        null,
                        transformation.outputType(),
                        transformation.parallelism());
        Programs.record(environment, operator);
        return new SingleOutputStreamOperator<>(environment, operator);
    }

    /** Older form of the method above. */
    public SingleOutputStreamOperator<T> assignTimestampsAndWatermarks(
            AssignerWithPeriodicWatermarks<T> timestampAndWatermarkAssigner) {
        return assignTimestampsAndWatermarks(
                new PeriodicAssignerStrategy<>(
                        cleanFor("Timestamps/Watermarks", timestampAndWatermarkAssigner)));
    }

    /** Older form of the method above. */
    public SingleOutputStreamOperator<T> assignTimestampsAndWatermarks(
            AssignerWithPunctuatedWatermarks<T> timestampAndWatermarkAssigner) {
        return assignTimestampsAndWatermarks(
                new PunctuatedAssignerStrategy<>(
                        cleanFor("Timestamps/Watermarks", timestampAndWatermarkAssigner)));
    }

    /** Each record on a line of standard output. */
    public DataStreamSink<T> print() {
        return addSink(new PrintSinkFunction<>()).name("Print to Std. Out");
    }

    /** Each record on a line of standard error. */
    public DataStreamSink<T> printToErr() {
        return addSink(new PrintSinkFunction<>(true)).name("Print to Std. Err");
    }

    /** Each record on a line of standard output, with this name before it. */
    public DataStreamSink<T> print(String sinkIdentifier) {
        return addSink(new PrintSinkFunction<>(sinkIdentifier, false)).name("Print to Std. Out");
    }

    /** Each record on a line of standard error, with this name before it. */
    public DataStreamSink<T> printToErr(String sinkIdentifier) {
        return addSink(new PrintSinkFunction<>(sinkIdentifier, true)).name("Print to Std. Err");
    }

    /** Ends the stream in a sink of the older kind. */
    public DataStreamSink<T> addSink(SinkFunction<T> sinkFunction) {
        Sink<T> sink = SinkFunctions.sinkOf(sinkFunction);
        if (sink != null) {
            return sinkTo(sink);
        }
        if (sinkFunction instanceof InputTypeConfigurable configurable) {
            configurable.setInputType(getType(), getExecutionConfig());
        }
        return new DataStreamSink<>(
                recorded(
                                DataStreamSink.LEGACY_PREFIX + "Unnamed",
                                new OperatorSpec.FunctionSink(cleanFor("Sink", sinkFunction)),
                                transformation.outputType())
                        .operator());
    }

    /** Writes each record as a line of text; what is there already stays, and writing fails. */
    @Deprecated
    @PublicEvolving
    public DataStreamSink<T> writeAsText(String path) {
        return writeUsingOutputFormat(new TextOutputFormat<T>(new Path(path)));
    }

    /**
     * Writes each record as a line of text. Takes no part in checkpoints: {@code FileSink} does.
     */
    @Deprecated
    @PublicEvolving
    public DataStreamSink<T> writeAsText(String path, WriteMode writeMode) {
        TextOutputFormat<T> format = new TextOutputFormat<>(new Path(path));
        format.setWriteMode(writeMode);
        return writeUsingOutputFormat(format);
    }

    /** Writes tuples as lines with commas; what is there already stays, and writing fails. */
    @Deprecated
    @PublicEvolving
    public DataStreamSink<T> writeAsCsv(String path) {
        return writeAsCsv(
                path,
                null,
                CsvOutputFormat.DEFAULT_LINE_DELIMITER,
                CsvOutputFormat.DEFAULT_FIELD_DELIMITER);
    }

    /** Writes tuples as lines with commas. */
    @Deprecated
    @PublicEvolving
    public DataStreamSink<T> writeAsCsv(String path, WriteMode writeMode) {
        return writeAsCsv(
                path,
                writeMode,
                CsvOutputFormat.DEFAULT_LINE_DELIMITER,
                CsvOutputFormat.DEFAULT_FIELD_DELIMITER);
    }

    /**
     * Writes tuples as lines of fields.
     *
     * @param writeMode null for the default: what is there already stays, and writing fails
     * @throws IllegalArgumentException when the records are no tuples
     */
    @Deprecated
    @PublicEvolving
    @SuppressWarnings("unchecked") // checked to be tuples
    public <X extends Tuple> DataStreamSink<T> writeAsCsv(
            String path, WriteMode writeMode, String rowDelimiter, String fieldDelimiter) {
        if (!getType().isTupleType()) {
            throw new IllegalArgumentException(
                    "writeAsCsv can be used on streams of tuples only, and this one is of "
                            + getType());
        }
        CsvOutputFormat<X> format =
                new CsvOutputFormat<>(new Path(path), rowDelimiter, fieldDelimiter);
        if (writeMode != null) {
            format.setWriteMode(writeMode);
        }
        return writeUsingOutputFormat((OutputFormat<T>) format);
    }

    /** Sends records to a server as a schema says, each at once, with one try. */
    @PublicEvolving
    public DataStreamSink<T> writeToSocket(
            String hostName, int port, SerializationSchema<T> schema) {
        DataStreamSink<T> sink = addSink(new SocketClientSink<>(hostName, port, schema, 0));
        sink.setParallelism(1); // one connection
        return sink;
    }

    /** Writes by an output format. Takes no part in checkpoints. */
    @Deprecated
    @PublicEvolving
    public DataStreamSink<T> writeUsingOutputFormat(OutputFormat<T> format) {
        return addSink(new OutputFormatSinkFunction<>(format));
    }

    /** Ends the stream in a sink. */
    public DataStreamSink<T> sinkTo(Sink<T> sink) {
        return new DataStreamSink<>(
                recorded(
                                "Sink",
                                new OperatorSpec.WriterSink(cleanFor("Sink", sink)),
                                transformation.outputType())
                        .operator());
    }

    /**
     * Has an operator of the program's own done with the records. Behind {@code keyBy} it has state
     * and timers per key.
     *
     * @param operator extends {@link io.millrace.streaming.api.operators.AbstractStreamOperator};
     *     each subtask works on a copy
     */
    @PublicEvolving
    public <R> SingleOutputStreamOperator<R> transform(
            String operatorName,
            TypeInformation<R> outTypeInfo,
            OneInputStreamOperator<T, R> operator) {
        OperatorSpec chosen = ChosenOperators.specOf(operator);
        if (chosen != null) {
            cleanFor(operatorName, ((AbstractUdfStreamOperator<?, ?>) operator).getUserFunction());
            return recorded(
                            operatorName,
                            chosen,
                            Objects.requireNonNull(outTypeInfo, "outTypeInfo"))
                    .chained(((AbstractUdfStreamOperator<?, ?>) operator).getChainingStrategy());
        }
        return transformed(
                operatorName, outTypeInfo, new GivenOperator<T, Object, R>(operatorName, operator));
    }

    /**
     * The same, for an operator that is made where it is to run.
     *
     * @param operatorFactory each subtask asks a copy of it
     */
    @PublicEvolving
    public <R> SingleOutputStreamOperator<R> transform(
            String operatorName,
            TypeInformation<R> outTypeInfo,
            OneInputStreamOperatorFactory<T, R> operatorFactory) {
        return transformed(operatorName, outTypeInfo, operatorFactory);
    }

    private <R> SingleOutputStreamOperator<R> transformed(
            String name, TypeInformation<R> type, OneInputStreamOperatorFactory<T, R> factory) {
        return recorded(
                        name,
                        new OperatorSpec.Custom(cleanFor(name, factory)),
                        Objects.requireNonNull(type, "outTypeInfo"))
                .chained(factory.getChainingStrategy());
    }

    // ---- results that come back to the program ----

    /**
     * Runs the job under its configured or default name; what this stream gives comes out of the
     * iterator while it runs. With exactly-once checkpoints a result is seen when the checkpoint
     * that covers it is complete. To close the iterator cancels the job.
     */
    @Experimental
    public CloseableIterator<T> executeAndCollect() throws Exception {
        return executeAndCollect((String) null);
    }

    /**
     * The same.
     *
     * @param jobExecutionName null for the configured or default name
     */
    @Experimental
    public CloseableIterator<T> executeAndCollect(String jobExecutionName) throws Exception {
        return collected(jobExecutionName).iterator;
    }

    /**
     * Runs the job and returns its first results; a job that would give more is cancelled.
     *
     * @param limit how many at most, at least 1
     */
    @Experimental
    public List<T> executeAndCollect(int limit) throws Exception {
        return executeAndCollect(null, limit);
    }

    /**
     * The same.
     *
     * @param jobExecutionName null for the configured or default name
     */
    @Experimental
    @SuppressWarnings("try") // what close() may throw is mirrored; this one throws nothing
    public List<T> executeAndCollect(String jobExecutionName, int limit) throws Exception {
        if (limit < 1) {
            throw new IllegalArgumentException(
                    "executeAndCollect needs a limit of at least 1, but got " + limit + '.');
        }
        List<T> results = new ArrayList<>();
        try (CloseableIterator<T> iterator = executeAndCollect(jobExecutionName)) {
            while (results.size() < limit && iterator.hasNext()) {
                results.add(iterator.next());
            }
        }
        return results;
    }

    final ClientAndIterator<T> collected(String jobName) throws Exception {
        CloseableIterator<T> iterator = collectAsync();
        JobClient client = environment.executeAsync(jobName);
        return new ClientAndIterator<>(client, iterator);
    }

    /**
     * What this stream gives, once the environment has been executed; a program may call this for
     * any number of streams, and must read, or close, each iterator: a stream whose results are not
     * read holds the job up in the end. To close one cancels the job.
     */
    @Experimental
    public CloseableIterator<T> collectAsync() {
        ResultHandOver<T> handOver = new ResultHandOver<>();
        OperatorTransformation<T> sink =
                new OperatorTransformation<>(
                        "Data stream collect sink",
                        new OperatorSpec.Collect(handOver),
                        List.of(input()),
                        List.of(),
                        null,
                        transformation.outputType(),
                        1);
        Programs.record(environment, sink);
        return handOver.iterator();
    }

    /** The same, for a program that wants to name the place of the results beforehand. */
    @Experimental
    public void collectAsync(Collector<T> collector) {
        collector.setIterator(collectAsync());
    }

    /**
     * Where {@link #collectAsync(Collector)} leaves the results.
     *
     * @param <T> the results
     */
    @Experimental
    public static class Collector<T> {

        private CloseableIterator<T> iterator;

        public Collector() {}

        void setIterator(CloseableIterator<T> iterator) {
            this.iterator = Objects.requireNonNull(iterator, "iterator");
        }

        /** The results; null before {@code collectAsync} was called with this. */
        public CloseableIterator<T> getOutput() {
            return iterator;
        }
    }

    /** Records an operator behind this stream, keyed where the stream is. */
    final <R> SingleOutputStreamOperator<R> recorded(
            String name, OperatorSpec spec, TypeInformation<R> type) {
        OperatorTransformation<R> operator =
                new OperatorTransformation<>(
                        name,
                        spec,
                        List.of(input()),
                        keySelectors(),
                        keyTypeOrNull(),
                        type,
                        environment.getParallelism());
        Programs.record(environment, operator);
        return new SingleOutputStreamOperator<>(environment, operator);
    }

    /** Records an operator that has no state by key, also where the stream is keyed. */
    final <R> SingleOutputStreamOperator<R> recordedWithoutKey(
            String name, OperatorSpec spec, TypeInformation<R> type) {
        OperatorTransformation<R> operator =
                new OperatorTransformation<>(
                        name,
                        spec,
                        List.of(input()),
                        List.of(),
                        null,
                        type,
                        environment.getParallelism());
        Programs.record(environment, operator);
        return new SingleOutputStreamOperator<>(environment, operator);
    }

    /** One when keyed, else none. */
    List<KeySelector<?, ?>> keySelectors() {
        return List.of();
    }

    TypeInformation<?> keyTypeOrNull() {
        return null;
    }

    DataStream<T> partitioned(Partitioning partitioning) {
        return new DataStream<>(environment, new PartitionTransformation<>(input(), partitioning));
    }

    /**
     * What this stream recorded, for something that builds on it: from now on the type stays as it
     * is.
     */
    final Transformation<T> input() {
        typeUsed = true;
        return transformation;
    }

    final boolean isTypeUsed() {
        return typeUsed;
    }

    final <F> F cleanFor(String operator, F function) {
        Objects.requireNonNull(function, operator);
        try {
            return clean(function);
        } catch (InvalidProgramException e) {
            throw new InvalidProgramException("Operator '" + operator + "': " + e.getMessage(), e);
        }
    }
}
