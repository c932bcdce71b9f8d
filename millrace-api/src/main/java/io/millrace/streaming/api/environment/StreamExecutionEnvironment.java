// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.environment;

import com.esotericsoftware.kryo.Serializer;
import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.InvalidProgramException;
import io.millrace.api.common.JobExecutionResult;
import io.millrace.api.common.RuntimeExecutionMode;
import io.millrace.api.common.cache.DistributedCache;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.InvalidTypesException;
import io.millrace.api.common.io.FileInputFormat;
import io.millrace.api.common.io.FilePathFilter;
import io.millrace.api.common.io.InputFormat;
import io.millrace.api.common.operators.SlotSharingGroup;
import io.millrace.api.common.restartstrategy.RestartStrategies;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.connector.source.Source;
import io.millrace.api.connector.source.lib.NumberSequenceSource;
import io.millrace.api.java.ClosureCleaner;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.api.java.typeutils.MissingTypeInfo;
import io.millrace.api.java.typeutils.ResultTypeQueryable;
import io.millrace.api.java.typeutils.TypeExtractor;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.CoreOptions;
import io.millrace.configuration.DeploymentOptions;
import io.millrace.configuration.ExecutionOptions;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.configuration.PipelineOptions;
import io.millrace.configuration.ReadableConfig;
import io.millrace.core.execution.CheckpointingMode;
import io.millrace.core.execution.JobClient;
import io.millrace.core.execution.JobListener;
import io.millrace.core.fs.Path;
import io.millrace.runtime.state.StateBackend;
import io.millrace.spi.Addresses;
import io.millrace.spi.CallSite;
import io.millrace.spi.LauncherEnvironments;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.Pipeline;
import io.millrace.spi.Programs;
import io.millrace.spi.types.ProgramClasses;
import io.millrace.streaming.api.TimeCharacteristic;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.DataStreamSource;
import io.millrace.streaming.api.functions.source.FileMonitoringFunction;
import io.millrace.streaming.api.functions.source.FileProcessingMode;
import io.millrace.streaming.api.functions.source.FileReadFunction;
import io.millrace.streaming.api.functions.source.ParallelSourceFunction;
import io.millrace.streaming.api.functions.source.SocketTextStreamFunction;
import io.millrace.streaming.api.functions.source.SourceFunction;
import io.millrace.util.SplittableIterator;
import java.io.Serializable;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a program begins: it makes sources, keeps the settings, remembers every operator that
 * streams record, and at {@code execute} hands all of it to the engine.
 *
 * <p>Not thread-safe: one thread builds a program.
 *
 * <p>Settings come from three places. A launcher or {@link #configure} brings keys; setters of this
 * class, of {@link #getConfig} and of {@link #getCheckpointConfig} write under the same keys, and
 * so win over what was there before.
 */
@Public
@SuppressWarnings("try") // close() is as open as AutoCloseable's, in Flink too
public class StreamExecutionEnvironment implements AutoCloseable {

    /** The job's name when neither the program nor the configuration gives one. */
    public static final String DEFAULT_JOB_NAME = "Flink Streaming Job";

    private static final Logger LOG = LoggerFactory.getLogger(StreamExecutionEnvironment.class);

    private static StreamExecutionEnvironmentFactory contextFactory;
    private static final ThreadLocal<StreamExecutionEnvironmentFactory> THREAD_CONTEXT_FACTORY =
            new ThreadLocal<>();
    private static int defaultLocalParallelism = Runtime.getRuntime().availableProcessors();

    static {
        Programs.leave(
                new Programs.EnvironmentKey() {
                    @Override
                    public void record(
                            StreamExecutionEnvironment environment,
                            OperatorTransformation<?> operator) {
                        environment.operators.add(operator);
                    }

                    @Override
                    public Pipeline pipeline(
                            StreamExecutionEnvironment environment, String jobName) {
                        return environment.pipeline(jobName);
                    }

                    @Override
                    public <R> R alone(
                            StreamExecutionEnvironment environment,
                            List<OperatorTransformation<?>> operators,
                            Callable<R> action)
                            throws Exception {
                        List<OperatorTransformation<?>> program = environment.operators;
                        environment.operators = new ArrayList<>(operators);
                        try {
                            return action.call();
                        } finally {
                            environment.operators = program;
                        }
                    }
                });
    }

    protected final ExecutionConfig config;

    protected final CheckpointConfig checkpointCfg;

    protected final Configuration configuration;

    protected final List<Tuple2<String, DistributedCache.DistributedCacheEntry>> cacheFile =
            new ArrayList<>();

    private final ClassLoader userClassLoader;
    private List<OperatorTransformation<?>> operators = new ArrayList<>();
    private final List<JobListener> jobListeners = new ArrayList<>();
    private StateBackend stateBackend;
    private int numberOfExecutionRetries = -1;

    @SuppressWarnings("deprecation") // programs still set it
    private TimeCharacteristic timeCharacteristic = TimeCharacteristic.EventTime;

    public StreamExecutionEnvironment() {
        this(new Configuration());
    }

    /** With these settings. */
    public StreamExecutionEnvironment(Configuration configuration) {
        this(configuration, null);
    }

    /**
     * With these settings.
     *
     * @param userClassloader loads the program's classes; null for the thread's context class
     *     loader
     */
    public StreamExecutionEnvironment(Configuration configuration, ClassLoader userClassloader) {
        this.configuration =
                new Configuration(Objects.requireNonNull(configuration, "configuration"));
        this.config = new ExecutionConfig(this.configuration);
        this.checkpointCfg = new CheckpointConfig(this.configuration);
        this.userClassLoader =
                userClassloader != null
                        ? userClassloader
                        : Thread.currentThread().getContextClassLoader() != null
                                ? Thread.currentThread().getContextClassLoader()
                                : StreamExecutionEnvironment.class.getClassLoader();
        applyKeys(configuration, this.userClassLoader);
    }

    protected ClassLoader getUserClassloader() {
        return userClassLoader;
    }

    public ExecutionConfig getConfig() {
        return config;
    }

    public List<JobListener> getJobListeners() {
        return jobListeners;
    }

    /**
     * How many subtasks an operator has that says nothing itself.
     *
     * @param parallelism {@link ExecutionConfig#PARALLELISM_DEFAULT} for that of environments that
     *     are told none, which is 1
     * @throws IllegalArgumentException when neither that nor positive
     */
    public StreamExecutionEnvironment setParallelism(int parallelism) {
        config.setParallelism(parallelism);
        return this;
    }

    /**
     * Whether the job runs as a stream, the default; as a batch, when all its sources end; or as
     * what its sources allow. A batch job hands records to keyed operators key by key, each with
     * event time from its beginning to its end, and takes no checkpoints.
     */
    public StreamExecutionEnvironment setRuntimeMode(RuntimeExecutionMode executionMode) {
        configuration.set(
                ExecutionOptions.RUNTIME_MODE,
                Objects.requireNonNull(executionMode, "executionMode"));
        return this;
    }

    /**
     * The number of key groups, and so the most subtasks that keyed state can ever be spread over.
     *
     * @throws IllegalArgumentException when not from 1 to 32768
     */
    public StreamExecutionEnvironment setMaxParallelism(int maxParallelism) {
        config.setMaxParallelism(maxParallelism);
        return this;
    }

    /** As set here, in {@link #getConfig} or by {@code parallelism.default}; 1 if nowhere. */
    public int getParallelism() {
        return config.getParallelism();
    }

    /** -1 when not set: then it is worked out from the parallelism. */
    public int getMaxParallelism() {
        return config.getMaxParallelism();
    }

    /**
     * Milliseconds that a partly filled batch may wait before it is sent on; 0 sends each record at
     * once, -1 only full batches.
     *
     * @throws IllegalArgumentException when less than -1
     */
    public StreamExecutionEnvironment setBufferTimeout(long timeoutMillis) {
        if (timeoutMillis < -1) {
            throw new IllegalArgumentException(
                    "A buffer timeout must be -1 or more, but is " + timeoutMillis + " ms.");
        }
        configuration.set(ExecutionOptions.BUFFER_TIMEOUT_ENABLED, timeoutMillis >= 0);
        if (timeoutMillis >= 0) {
            configuration.set(ExecutionOptions.BUFFER_TIMEOUT, Duration.ofMillis(timeoutMillis));
        }
        return this;
    }

    public long getBufferTimeout() {
        return configuration.get(ExecutionOptions.BUFFER_TIMEOUT_ENABLED)
                ? configuration.get(ExecutionOptions.BUFFER_TIMEOUT).toMillis()
                : ExecutionOptions.DISABLED_NETWORK_BUFFER_TIMEOUT;
    }

    /** Without effect: what a group may use has no meaning where all tasks share one process. */
    @PublicEvolving
    public StreamExecutionEnvironment registerSlotSharingGroup(SlotSharingGroup slotSharingGroup) {
        Objects.requireNonNull(slotSharingGroup, "slotSharingGroup");
        return this;
    }

    /** Runs each operator as a task of its own; slower, but easier to watch. */
    public StreamExecutionEnvironment disableOperatorChaining() {
        configuration.set(PipelineOptions.OPERATOR_CHAINING, false);
        return this;
    }

    public boolean isChainingEnabled() {
        return configuration.get(PipelineOptions.OPERATOR_CHAINING);
    }

    public boolean isChainingOfOperatorsWithDifferentMaxParallelismEnabled() {
        return configuration.get(
                PipelineOptions.OPERATOR_CHAINING_CHAIN_OPERATORS_WITH_DIFFERENT_MAX_PARALLELISM);
    }

    public CheckpointConfig getCheckpointConfig() {
        return checkpointCfg;
    }

    /** Takes a checkpoint every so many milliseconds, exactly-once. */
    public StreamExecutionEnvironment enableCheckpointing(long interval) {
        checkpointCfg.setCheckpointInterval(interval);
        return this;
    }

    /** Older form of the next one. */
    @SuppressWarnings("deprecation") // it is the older form
    public StreamExecutionEnvironment enableCheckpointing(
            long interval, io.millrace.streaming.api.CheckpointingMode mode) {
        checkpointCfg.setCheckpointingMode(mode);
        checkpointCfg.setCheckpointInterval(interval);
        return this;
    }

    /** Takes a checkpoint every so many milliseconds. */
    public StreamExecutionEnvironment enableCheckpointing(long interval, CheckpointingMode mode) {
        checkpointCfg.setCheckpointingConsistencyMode(mode);
        checkpointCfg.setCheckpointInterval(interval);
        return this;
    }

    /**
     * The same, with a word on jobs with loops.
     *
     * @param force whether checkpoints are taken though the program has a loop ({@code iterate()});
     *     what goes round is part of them. Without, such a job is refused when it is executed
     */
    @SuppressWarnings("deprecation") // it is the older form
    public StreamExecutionEnvironment enableCheckpointing(
            long interval, io.millrace.streaming.api.CheckpointingMode mode, boolean force) {
        checkpointCfg.setForceCheckpointing(force);
        return enableCheckpointing(interval, mode);
    }

    /** Takes a checkpoint every 500 milliseconds. */
    public StreamExecutionEnvironment enableCheckpointing() {
        return enableCheckpointing(500);
    }

    /** Milliseconds; -1 when checkpoints are off. */
    public long getCheckpointInterval() {
        return checkpointCfg.getCheckpointInterval();
    }

    public boolean isForceCheckpointing() {
        return checkpointCfg.isForceCheckpointing();
    }

    public boolean isUnalignedCheckpointsEnabled() {
        return checkpointCfg.isUnalignedCheckpointsEnabled();
    }

    public boolean isForceUnalignedCheckpoints() {
        return checkpointCfg.isForceUnalignedCheckpoints();
    }

    /** Older form of {@link #getCheckpointingConsistencyMode}. */
    @SuppressWarnings("deprecation") // it is the older form
    public io.millrace.streaming.api.CheckpointingMode getCheckpointingMode() {
        return checkpointCfg.getCheckpointingMode();
    }

    public CheckpointingMode getCheckpointingConsistencyMode() {
        return checkpointCfg.getCheckpointingConsistencyMode();
    }

    /** Where keyed state lives while the job runs. */
    public StreamExecutionEnvironment setStateBackend(StateBackend backend) {
        this.stateBackend = Objects.requireNonNull(backend, "backend");
        return this;
    }

    /** Null when the configuration decides. */
    public StateBackend getStateBackend() {
        return stateBackend;
    }

    /** Where savepoints go that name no place. */
    public StreamExecutionEnvironment setDefaultSavepointDirectory(String savepointDirectory) {
        return setDefaultSavepointDirectory(new Path(savepointDirectory));
    }

    /** Where savepoints go that name no place. */
    public StreamExecutionEnvironment setDefaultSavepointDirectory(URI savepointDirectory) {
        return setDefaultSavepointDirectory(new Path(savepointDirectory));
    }

    /** Where savepoints go that name no place. */
    public StreamExecutionEnvironment setDefaultSavepointDirectory(Path savepointDirectory) {
        configuration.set(
                CheckpointingOptions.SAVEPOINT_DIRECTORY,
                Objects.requireNonNull(savepointDirectory, "savepointDirectory").toString());
        return this;
    }

    /** Null when not set. */
    public Path getDefaultSavepointDirectory() {
        return configuration
                .getOptional(CheckpointingOptions.SAVEPOINT_DIRECTORY)
                .map(Path::new)
                .orElse(null);
    }

    /** What happens when the job fails. */
    @SuppressWarnings("deprecation") // it is the older form of the keys
    public void setRestartStrategy(
            RestartStrategies.RestartStrategyConfiguration restartStrategyConfiguration) {
        config.setRestartStrategy(restartStrategyConfiguration);
    }

    @SuppressWarnings("deprecation") // it is the older form of the keys
    public RestartStrategies.RestartStrategyConfiguration getRestartStrategy() {
        return config.getRestartStrategy();
    }

    /**
     * Oldest form of a restart strategy: so many restarts at once; -1 leaves it to the
     * configuration.
     */
    @SuppressWarnings("deprecation") // it is the older form of the keys
    public void setNumberOfExecutionRetries(int numberOfExecutionRetries) {
        if (numberOfExecutionRetries < -1) {
            throw new IllegalArgumentException(
                    "The number of restarts must be -1 or more, but is "
                            + numberOfExecutionRetries
                            + '.');
        }
        this.numberOfExecutionRetries = numberOfExecutionRetries;
        config.setRestartStrategy(
                numberOfExecutionRetries < 0
                        ? RestartStrategies.fallBackRestart()
                        : numberOfExecutionRetries == 0
                                ? RestartStrategies.noRestart()
                                : RestartStrategies.fixedDelayRestart(
                                        numberOfExecutionRetries, Duration.ZERO));
    }

    /** As set; -1 when not. */
    public int getNumberOfExecutionRetries() {
        return numberOfExecutionRetries;
    }

    /** The serializer for a class and its subclasses where no other is known. */
    @SuppressWarnings("deprecation") // it is the older form of the keys
    public <T extends Serializer<?> & Serializable> void addDefaultKryoSerializer(
            Class<?> type, T serializer) {
        config.addDefaultKryoSerializer(type, serializer);
    }

    /** The serializer for a class and its subclasses where no other is known. */
    @SuppressWarnings("deprecation") // it is the older form of the keys
    public void addDefaultKryoSerializer(
            Class<?> type, Class<? extends Serializer<?>> serializerClass) {
        config.addDefaultKryoSerializer(type, serializerClass);
    }

    /** The serializer for exactly this class. */
    @SuppressWarnings("deprecation") // it is the older form of the keys
    public <T extends Serializer<?> & Serializable> void registerTypeWithKryoSerializer(
            Class<?> type, T serializer) {
        config.registerTypeWithKryoSerializer(type, serializer);
    }

    /** The serializer for exactly this class. */
    @SuppressWarnings({"deprecation", "rawtypes"}) // so mirrored
    public void registerTypeWithKryoSerializer(
            Class<?> type, Class<? extends Serializer> serializerClass) {
        config.registerTypeWithKryoSerializer(type, serializerClass);
    }

    /**
     * Tells the serializers of a class that they will meet, a subclass of a declared one for
     * example.
     */
    @SuppressWarnings("deprecation") // it is the older form of the keys
    public void registerType(Class<?> type) {
        Objects.requireNonNull(type, "type");
        TypeInformation<?> typeInfo = TypeExtractor.createTypeInfo(type);
        if (typeInfo instanceof io.millrace.api.java.typeutils.PojoTypeInfo) {
            config.registerPojoType(type);
        } else {
            config.registerKryoType(type);
        }
    }

    /**
     * Older way to say what time is. Event time, the default, is what records and strategies say.
     * Processing time sends no periodic watermarks, and takes no timestamps and watermarks from
     * sources of the older kind. Ingestion time takes for the time of a record that has none, or
     * that comes from a source of the older kind, the clock's when it enters.
     */
    @SuppressWarnings("deprecation") // programs still set it
    public void setStreamTimeCharacteristic(TimeCharacteristic characteristic) {
        this.timeCharacteristic = Objects.requireNonNull(characteristic, "characteristic");
        configuration.set(StreamPipelineOptions.TIME_CHARACTERISTIC, characteristic);
        config.setAutoWatermarkInterval(
                characteristic == TimeCharacteristic.ProcessingTime ? 0 : 200);
    }

    @SuppressWarnings("deprecation") // programs still set it
    public TimeCharacteristic getStreamTimeCharacteristic() {
        return timeCharacteristic;
    }

    /** Takes over the keys that are there; the others stay as they are. */
    public void configure(ReadableConfig configuration) {
        configure(configuration, userClassLoader);
    }

    /** Takes over the keys that are there; classes they name are loaded by this class loader. */
    public void configure(ReadableConfig configuration, ClassLoader classLoader) {
        this.configuration.addAll(Configuration.fromMap(configuration.toMap()));
        applyKeys(configuration, classLoader);
    }

    private void applyKeys(ReadableConfig keys, ClassLoader classLoader) {
        keys.getOptional(StreamPipelineOptions.TIME_CHARACTERISTIC)
                .ifPresent(this::setStreamTimeCharacteristic);
        config.configure(keys, classLoader);
        keys.getOptional(PipelineOptions.CACHED_FILES)
                .ifPresent(
                        files -> {
                            cacheFile.clear();
                            cacheFile.addAll(DistributedCache.parseCachedFilesFromString(files));
                        });
        checkpointCfg.configure(keys);
        keys.getOptional(DeploymentOptions.JOB_LISTENERS)
                .ifPresent(names -> names.forEach(name -> addListener(name, classLoader)));
    }

    private void addListener(String className, ClassLoader classLoader) {
        String key = DeploymentOptions.JOB_LISTENERS.key();
        Object listener;
        try {
            listener =
                    ProgramClasses.named(className.strip(), true, classLoader)
                            .getDeclaredConstructor()
                            .newInstance();
        } catch (ClassNotFoundException e) {
            throw new IllegalConfigurationException(
                    key + ": the class '" + className + "' is not on the class path", e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalConfigurationException(
                    key
                            + ": the class '"
                            + className
                            + "' could not be made by a public constructor without arguments: "
                            + e,
                    e);
        }
        if (!(listener instanceof JobListener known)) {
            throw new IllegalConfigurationException(
                    key + ": the class '" + className + "' is no " + JobListener.class.getName());
        }
        registerJobListener(known);
    }

    /** A source of these records; parallelism 1 unless set. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final <OUT> DataStreamSource<OUT> fromData(OUT... data) {
        return fromData(Arrays.asList(data));
    }

    /** A source of these records; parallelism 1 unless set. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final <OUT> DataStreamSource<OUT> fromData(TypeInformation<OUT> typeInfo, OUT... data) {
        return fromData(Arrays.asList(data), typeInfo);
    }

    /** A source of these records; parallelism 1 unless set. */
    public <OUT> DataStreamSource<OUT> fromData(
            Collection<OUT> data, TypeInformation<OUT> typeInfo) {
        Objects.requireNonNull(typeInfo, "typeInfo");
        DataStreamSource<OUT> source =
                fromSource(
                        new CollectionSource<>(data, typeInfo, config),
                        WatermarkStrategy.forMonotonousTimestamps(),
                        "Collection Source",
                        typeInfo);
        source.setParallelism(1);
        return source;
    }

    /** A source of these records, which may be of subclasses; parallelism 1 unless set. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final <OUT> DataStreamSource<OUT> fromData(Class<OUT> type, OUT... data) {
        return fromData(Arrays.asList(data), TypeInformation.of(type));
    }

    /** A source of these records; parallelism 1 unless set. */
    public <OUT> DataStreamSource<OUT> fromData(Collection<OUT> data) {
        return fromData(data, typeOfFirst(data));
    }

    /** Older form of {@link #fromSequence}. */
    public DataStreamSource<Long> generateSequence(long from, long to) {
        return fromSequence(from, to);
    }

    /**
     * All numbers from one to the other, both included; in order within each subtask.
     *
     * @throws IllegalArgumentException when {@code from} is greater than {@code to}
     */
    public DataStreamSource<Long> fromSequence(long from, long to) {
        return fromSource(
                new NumberSequenceSource(from, to),
                WatermarkStrategy.noWatermarks(),
                "Sequence Source");
    }

    /** A source of these records, in one subtask. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final <OUT> DataStreamSource<OUT> fromElements(OUT... data) {
        return fromCollection(Arrays.asList(data));
    }

    /** A source of these records, which may be of subclasses, in one subtask. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final <OUT> DataStreamSource<OUT> fromElements(Class<OUT> type, OUT... data) {
        return fromCollection(Arrays.asList(data), TypeInformation.of(type));
    }

    /** A source of these records, in one subtask. */
    public <OUT> DataStreamSource<OUT> fromCollection(Collection<OUT> data) {
        return fromCollection(data, typeOfFirst(data));
    }

    /** A source of these records, in one subtask. */
    public <OUT> DataStreamSource<OUT> fromCollection(
            Collection<OUT> data, TypeInformation<OUT> typeInfo) {
        return inOneSubtask(fromData(data, typeInfo));
    }

    /** A source of what an iterator gives, which must be serializable, in one subtask. */
    public <OUT> DataStreamSource<OUT> fromCollection(Iterator<OUT> data, Class<OUT> type) {
        return fromCollection(data, TypeInformation.of(type));
    }

    /** A source of what an iterator gives, which must be serializable, in one subtask. */
    public <OUT> DataStreamSource<OUT> fromCollection(
            Iterator<OUT> data, TypeInformation<OUT> typeInfo) {
        return addSource(
                new IteratorSource.OneSubtask<>(Objects.requireNonNull(data, "data")),
                "Collection Source",
                typeInfo);
    }

    /** A source of what an iterator gives, cut into one part per subtask. */
    public <OUT> DataStreamSource<OUT> fromParallelCollection(
            SplittableIterator<OUT> iterator, Class<OUT> type) {
        return fromParallelCollection(iterator, TypeInformation.of(type));
    }

    /** A source of what an iterator gives, cut into one part per subtask. */
    public <OUT> DataStreamSource<OUT> fromParallelCollection(
            SplittableIterator<OUT> iterator, TypeInformation<OUT> typeInfo) {
        return addSource(
                new IteratorSource.ManySubtasks<>(Objects.requireNonNull(iterator, "iterator")),
                "Parallel Collection Source",
                typeInfo);
    }

    /**
     * The lines of a file, or of the files in a directory, in UTF-8; needs the connector for files.
     */
    public DataStreamSource<String> readTextFile(String filePath) {
        return readTextFile(filePath, "UTF-8");
    }

    /**
     * The lines of a file, or of the files in a directory; needs the connector for files.
     *
     * @throws IllegalArgumentException when the charset is unknown or the path empty
     */
    public DataStreamSource<String> readTextFile(String filePath, String charsetName) {
        try {
            Charset.forName(charsetName);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw new IllegalArgumentException(
                    "This JVM knows no charset '"
                            + charsetName
                            + "' to read '"
                            + filePath
                            + "' with.",
                    e);
        }
        return fromSource(
                Services.textSourceFactory(userClassLoader)
                        .textLines(new Path(filePath), charsetName),
                WatermarkStrategy.noWatermarks(),
                "Text File Source",
                Types.STRING);
    }

    /**
     * What an input format reads of a file, or of what lies in a directory; once, as it is when the
     * job starts.
     */
    public <OUT> DataStreamSource<OUT> readFile(FileInputFormat<OUT> inputFormat, String filePath) {
        return readFile(inputFormat, filePath, FileProcessingMode.PROCESS_ONCE, -1);
    }

    /**
     * The same, with a word about which files are passed over.
     *
     * @param interval between two looks for files, in milliseconds; means nothing where there is
     *     one look only
     */
    @Deprecated
    public <OUT> DataStreamSource<OUT> readFile(
            FileInputFormat<OUT> inputFormat,
            String filePath,
            FileProcessingMode watchType,
            long interval,
            FilePathFilter filter) {
        inputFormat.setFilesFilter(filter);
        return readFile(inputFormat, filePath, watchType, interval);
    }

    /**
     * What an input format reads of a file, or of what lies in a directory: once, or again and
     * again. In the latter case a file that was changed is read again, whole.
     *
     * @param interval between two looks for files, in milliseconds; means nothing where there is
     *     one look only
     */
    @PublicEvolving
    public <OUT> DataStreamSource<OUT> readFile(
            FileInputFormat<OUT> inputFormat,
            String filePath,
            FileProcessingMode watchType,
            long interval) {
        return readFile(
                inputFormat,
                filePath,
                watchType,
                interval,
                StreamExecutionEnvironment.<OUT>typeOf(
                        inputFormat,
                        InputFormat.class,
                        null,
                        "readFile(" + Addresses.shown(filePath) + ")"));
    }

    /**
     * The same, with the type of the records.
     *
     * @throws IllegalArgumentException when the path is empty, or files are to be looked for again
     *     and again at an interval that is not positive
     */
    @PublicEvolving
    public <OUT> DataStreamSource<OUT> readFile(
            FileInputFormat<OUT> inputFormat,
            String filePath,
            FileProcessingMode watchType,
            long interval,
            TypeInformation<OUT> typeInformation) {
        Objects.requireNonNull(inputFormat, "inputFormat");
        Objects.requireNonNull(watchType, "watchType");
        if (filePath == null || filePath.isBlank()) {
            throw new IllegalArgumentException("The path of the files to read must not be empty.");
        }
        if (watchType == FileProcessingMode.PROCESS_CONTINUOUSLY && interval < 1) {
            throw new IllegalArgumentException(
                    "Between two looks for files there must be at least 1 ms, not " + interval);
        }
        inputFormat.setFilePath(filePath);
        return fromFormat(inputFormat, typeInformation, watchType, interval, "Custom File Source");
    }

    /**
     * The lines of files in a directory that are new or have grown, found again and again. After a
     * failure it begins anew; {@code readFile} and file sources do better.
     *
     * @param intervalMillis between two looks, in milliseconds
     */
    @Deprecated
    public DataStream<String> readFileStream(
            String filePath, long intervalMillis, FileMonitoringFunction.WatchType watchType) {
        return addSource(
                        new FileMonitoringFunction(filePath, intervalMillis, watchType),
                        "Read File Stream source")
                .flatMap(new FileReadFunction());
    }

    /** What an input format reads. */
    @PublicEvolving
    public <OUT> DataStreamSource<OUT> createInput(InputFormat<OUT, ?> inputFormat) {
        return createInput(
                inputFormat,
                StreamExecutionEnvironment.<OUT>typeOf(
                        inputFormat, InputFormat.class, null, "createInput"));
    }

    /** What an input format reads, with the type of the records. */
    @PublicEvolving
    public <OUT> DataStreamSource<OUT> createInput(
            InputFormat<OUT, ?> inputFormat, TypeInformation<OUT> typeInfo) {
        return fromFormat(
                Objects.requireNonNull(inputFormat, "inputFormat"),
                typeInfo,
                FileProcessingMode.PROCESS_ONCE,
                -1,
                "Custom Source");
    }

    private <OUT> DataStreamSource<OUT> fromFormat(
            InputFormat<OUT, ?> inputFormat,
            TypeInformation<OUT> type,
            FileProcessingMode mode,
            long interval,
            String name) {
        return fromSource(
                new InputFormatSource<>(cleanFor(name, inputFormat), type, mode, interval),
                WatermarkStrategy.noWatermarks(),
                name,
                type);
    }

    /**
     * Text that a server sends, in UTF-8, cut at a delimiter; see {@link SocketTextStreamFunction}.
     *
     * @param maxRetry how often the server is asked again after it ended the connection; -1 for
     *     ever
     */
    @Deprecated
    public DataStreamSource<String> socketTextStream(
            String hostname, int port, char delimiter, long maxRetry) {
        return socketTextStream(hostname, port, String.valueOf(delimiter), maxRetry);
    }

    /**
     * Text that a server sends, in UTF-8, cut at a delimiter.
     *
     * @param maxRetry how often the server is asked again after it ended the connection; -1 for
     *     ever
     */
    @PublicEvolving
    public DataStreamSource<String> socketTextStream(
            String hostname, int port, String delimiter, long maxRetry) {
        return addSource(
                new SocketTextStreamFunction(hostname, port, delimiter, maxRetry), "Socket Stream");
    }

    /** Text that a server sends, in UTF-8, cut at a delimiter. */
    @Deprecated
    public DataStreamSource<String> socketTextStream(String hostname, int port, char delimiter) {
        return socketTextStream(hostname, port, delimiter, 0);
    }

    /** Text that a server sends, in UTF-8, cut at a delimiter. */
    @PublicEvolving
    public DataStreamSource<String> socketTextStream(String hostname, int port, String delimiter) {
        return socketTextStream(hostname, port, delimiter, 0);
    }

    /** Lines that a server sends, in UTF-8. */
    @PublicEvolving
    public DataStreamSource<String> socketTextStream(String hostname, int port) {
        return socketTextStream(hostname, port, "\n");
    }

    /** A source of the older kind. */
    public <OUT> DataStreamSource<OUT> addSource(SourceFunction<OUT> function) {
        return addSource(function, "Custom Source");
    }

    /** A source of the older kind. */
    public <OUT> DataStreamSource<OUT> addSource(SourceFunction<OUT> function, String sourceName) {
        return addSource(function, sourceName, null);
    }

    /** A source of the older kind. */
    public <OUT> DataStreamSource<OUT> addSource(
            SourceFunction<OUT> function, TypeInformation<OUT> typeInfo) {
        return addSource(function, "Custom Source", typeInfo);
    }

    /**
     * A source of the older kind; runs in one subtask unless it is a {@link
     * ParallelSourceFunction}.
     *
     * @param typeInfo null to find it out
     */
    public <OUT> DataStreamSource<OUT> addSource(
            SourceFunction<OUT> function, String sourceName, TypeInformation<OUT> typeInfo) {
        Objects.requireNonNull(function, "function");
        Objects.requireNonNull(sourceName, "sourceName");
        TypeInformation<OUT> type =
                typeOf(function, SourceFunction.class, typeInfo, "addSource(" + sourceName + ")");
        String name = "Source: " + sourceName;
        boolean parallel = function instanceof ParallelSourceFunction;
        OperatorTransformation<OUT> operator =
                new OperatorTransformation<>(
                        name,
                        new OperatorSpec.FunctionSource(cleanFor(name, function)),
                        List.of(),
                        List.of(),
                        null,
                        type,
                        parallel ? getParallelism() : 1);
        operators.add(operator);
        DataStreamSource<OUT> source = new DataStreamSource<>(Programs.stream(this, operator));
        return parallel ? source : inOneSubtask(source);
    }

    /**
     * Forbids the source another parallelism. That is no word about key groups, so the maximum
     * parallelism stays unset.
     */
    private static <OUT> DataStreamSource<OUT> inOneSubtask(DataStreamSource<OUT> source) {
        source.forceNonParallel();
        ((OperatorTransformation<?>) Programs.transformation(source)).setMaxParallelism(-1);
        return source;
    }

    /** A source. */
    public <OUT> DataStreamSource<OUT> fromSource(
            Source<OUT, ?, ?> source,
            WatermarkStrategy<OUT> timestampsAndWatermarks,
            String sourceName) {
        return fromSource(source, timestampsAndWatermarks, sourceName, null);
    }

    /**
     * A source.
     *
     * @param typeInfo null to find it out
     */
    public <OUT> DataStreamSource<OUT> fromSource(
            Source<OUT, ?, ?> source,
            WatermarkStrategy<OUT> timestampsAndWatermarks,
            String sourceName,
            TypeInformation<OUT> typeInfo) {
        TypeInformation<OUT> type =
                typeOf(source, Source.class, typeInfo, "fromSource(" + sourceName + ")");
        return new DataStreamSource<>(
                this,
                Objects.requireNonNull(source, "source"),
                Objects.requireNonNull(timestampsAndWatermarks, "timestampsAndWatermarks"),
                type,
                Objects.requireNonNull(sourceName, "sourceName"));
    }

    /**
     * Makes a file, or a directory, known to all functions, which get it by {@code
     * getRuntimeContext().getDistributedCache().getFile(name)}.
     */
    public void registerCachedFile(String filePath, String name) {
        registerCachedFile(filePath, name, false);
    }

    /**
     * The same.
     *
     * @param executable whether functions are going to run it
     */
    public void registerCachedFile(String filePath, String name, boolean executable) {
        cacheFile.add(
                Tuple2.of(
                        Objects.requireNonNull(name, "name"),
                        new DistributedCache.DistributedCacheEntry(
                                Objects.requireNonNull(filePath, "filePath"), executable)));
        configuration.set(
                PipelineOptions.CACHED_FILES,
                DistributedCache.parseStringFromCachedFiles(cacheFile));
    }

    /** The files made known to functions, with their names. */
    public List<Tuple2<String, DistributedCache.DistributedCacheEntry>> getCachedFiles() {
        return cacheFile;
    }

    /** Runs the job under its configured or default name, and waits for it. */
    public JobExecutionResult execute() throws Exception {
        return execute((String) null);
    }

    /**
     * Runs the job and waits until it has finished.
     *
     * @param jobName null for the configured or default name
     * @throws Exception when it could not be started, failed or was cancelled
     */
    public JobExecutionResult execute(String jobName) throws Exception {
        JobClient client = executeAsync(jobName);
        JobExecutionResult result;
        try {
            result = await(client);
        } catch (Exception e) {
            tellListeners("ended", listener -> listener.onJobExecuted(null, e));
            throw e;
        }
        tellListeners("ended", listener -> listener.onJobExecuted(result, null));
        return result;
    }

    /** Each is told once, and none can keep the others, or the job, from going on. */
    private void tellListeners(String what, Consumer<JobListener> telling) {
        for (JobListener listener : List.copyOf(jobListeners)) {
            try {
                telling.accept(listener);
            } catch (RuntimeException e) {
                LOG.warn(
                        "{} threw when it was told that a job has {}; the job does not depend on it",
                        listener.getClass().getName(),
                        what,
                        e);
            }
        }
    }

    /** Is told when jobs of this environment start and end. */
    public void registerJobListener(JobListener jobListener) {
        jobListeners.add(Objects.requireNonNull(jobListener, "jobListener"));
    }

    /** Forgets all listeners. */
    public void clearJobListeners() {
        jobListeners.clear();
    }

    /** Starts the job under its configured or default name. */
    public final JobClient executeAsync() throws Exception {
        return executeAsync((String) null);
    }

    /**
     * Starts the job. The environment is empty afterwards: its streams must not be used any more.
     *
     * @param jobName null for the configured or default name
     * @throws Exception when it could not be started; then nothing of it runs
     */
    public JobClient executeAsync(String jobName) throws Exception {
        JobClient client;
        try {
            Pipeline pipeline = pipeline(jobName);
            operators.clear();
            client = Services.executor(userClassLoader).start(pipeline);
            for (OperatorTransformation<?> operator : pipeline.operators()) {
                if (operator.spec() instanceof OperatorSpec.Collect collect) {
                    collect.handOver().started(client);
                }
            }
            if (contextFactory() instanceof LauncherEnvironments launcher) {
                launcher.started(this, client);
            }
        } catch (Exception e) {
            tellListeners("failed to start", listener -> listener.onJobSubmitted(null, e));
            throw e;
        }
        tellListeners("started", listener -> listener.onJobSubmitted(client, null));
        return client;
    }

    /**
     * The recorded graph as JSON: a list {@code nodes} of id, type, parallelism and predecessors.
     *
     * @throws IllegalStateException when nothing was recorded
     */
    public String getExecutionPlan() {
        return PlanAsJson.of(Program.complete(operators));
    }

    /**
     * Cuts references to the enclosing object that a function does not need, and checks that it can
     * be serialized.
     *
     * @throws InvalidProgramException when it cannot
     */
    public <F> F clean(F f) {
        if (config.isClosureCleanerEnabled()) {
            ClosureCleaner.clean(f, config.getClosureCleanerLevel(), true);
        }
        ClosureCleaner.ensureSerializable(f);
        return f;
    }

    /** The settings, as they are now. */
    public ReadableConfig getConfiguration() {
        return configuration;
    }

    /** The launcher's environment, or one for this JVM. */
    public static StreamExecutionEnvironment getExecutionEnvironment() {
        return getExecutionEnvironment(new Configuration());
    }

    /** The launcher's environment, or one for this JVM, with these settings. */
    public static StreamExecutionEnvironment getExecutionEnvironment(Configuration configuration) {
        StreamExecutionEnvironmentFactory factory = contextFactory();
        return factory == null
                ? createLocalEnvironment(configuration)
                : factory.createExecutionEnvironment(configuration);
    }

    /** That of this thread, else that of the process; null for none. */
    private static StreamExecutionEnvironmentFactory contextFactory() {
        StreamExecutionEnvironmentFactory factory = THREAD_CONTEXT_FACTORY.get();
        if (factory == null) {
            synchronized (StreamExecutionEnvironment.class) {
                factory = contextFactory;
            }
        }
        return factory;
    }

    /** An environment for this JVM. */
    public static LocalStreamEnvironment createLocalEnvironment() {
        return createLocalEnvironment(getDefaultLocalParallelism());
    }

    /** An environment for this JVM. */
    public static LocalStreamEnvironment createLocalEnvironment(int parallelism) {
        return createLocalEnvironment(parallelism, new Configuration());
    }

    /** An environment for this JVM, with these settings; the parallelism here wins over theirs. */
    public static LocalStreamEnvironment createLocalEnvironment(
            int parallelism, Configuration configuration) {
        LocalStreamEnvironment environment = new LocalStreamEnvironment(configuration);
        environment.setParallelism(parallelism);
        return environment;
    }

    /** An environment for this JVM, with these settings. */
    public static LocalStreamEnvironment createLocalEnvironment(Configuration configuration) {
        return configuration.getOptional(CoreOptions.DEFAULT_PARALLELISM).isPresent()
                ? new LocalStreamEnvironment(configuration)
                : createLocalEnvironment(getDefaultLocalParallelism(), configuration);
    }

    /**
     * An environment for this JVM, with these settings. There is no web UI to come with it, which
     * is said in the log; jobs run as in any other.
     */
    public static StreamExecutionEnvironment createLocalEnvironmentWithWebUI(Configuration conf) {
        LOG.warn("createLocalEnvironmentWithWebUI: Millrace has no web UI; the job runs without.");
        return createLocalEnvironment(conf);
    }

    /** The parallelism of environments that are told none; the number of processors unless set. */
    public static int getDefaultLocalParallelism() {
        synchronized (StreamExecutionEnvironment.class) {
            return defaultLocalParallelism;
        }
    }

    /**
     * The parallelism of environments that are told none, in all of this JVM.
     *
     * @throws IllegalArgumentException when not positive
     */
    public static void setDefaultLocalParallelism(int parallelism) {
        if (parallelism < 1) {
            throw new IllegalArgumentException(
                    "The default parallelism must be at least 1, but is " + parallelism + '.');
        }
        synchronized (StreamExecutionEnvironment.class) {
            defaultLocalParallelism = parallelism;
        }
    }

    /**
     * Makes {@link #getExecutionEnvironment()} return environments of this factory: for launchers.
     */
    protected static void initializeContextEnvironment(StreamExecutionEnvironmentFactory ctx) {
        THREAD_CONTEXT_FACTORY.set(ctx);
        synchronized (StreamExecutionEnvironment.class) {
            contextFactory = ctx;
        }
    }

    /** Takes back {@link #initializeContextEnvironment}. */
    protected static void resetContextEnvironment() {
        THREAD_CONTEXT_FACTORY.remove();
        synchronized (StreamExecutionEnvironment.class) {
            contextFactory = null;
        }
    }

    /** Whether a program may make an environment of its own; always. */
    public static boolean areExplicitEnvironmentsAllowed() {
        return true;
    }

    /** Nothing is held: jobs that were started go on. */
    @Override
    public void close() throws Exception {}

    private Pipeline pipeline(String jobName) {
        List<OperatorTransformation<?>> complete =
                Program.checked(operators, !config.hasAutoGeneratedUIDsEnabled());
        complete = withSinkTopologies(complete);
        String name =
                jobName != null
                        ? jobName
                        : configuration.getOptional(PipelineOptions.NAME).orElse(DEFAULT_JOB_NAME);
        Configuration effective = new Configuration(configuration);
        effective.set(PipelineOptions.NAME, name);
        RestartKeys.write(config, effective);
        return new Pipeline(
                name,
                null,
                complete,
                effective,
                config,
                stateBackend,
                checkpointCfg.getCheckpointStorage(),
                userClassLoader);
    }

    /** What topologies of sinks add is not kept: the program stays as it is. */
    private List<OperatorTransformation<?>> withSinkTopologies(
            List<OperatorTransformation<?>> complete) {
        if (!SinkTopologies.any(complete)) {
            return complete;
        }
        List<OperatorTransformation<?>> program = operators;
        List<OperatorTransformation<?>> added = new ArrayList<>();
        operators = added;
        try {
            return SinkTopologies.expand(this, complete, added);
        } finally {
            operators = program;
        }
    }

    private <F> F cleanFor(String operator, F function) {
        try {
            return clean(function);
        } catch (InvalidProgramException e) {
            throw new InvalidProgramException("Operator '" + operator + "': " + e.getMessage(), e);
        }
    }

    /**
     * Waits; a caller that is interrupted takes the job down with it, so that nothing is left
     * running unseen.
     */
    private static JobExecutionResult await(JobClient client) throws Exception {
        CompletableFuture<JobExecutionResult> result = client.getJobExecutionResult();
        try {
            return result.get();
        } catch (InterruptedException e) {
            client.cancel();
            try {
                result.handle((done, failure) -> done).join();
            } finally {
                Thread.currentThread().interrupt();
            }
            throw e;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error cause) {
                throw cause;
            }
            throw e;
        }
    }

    private static <OUT> TypeInformation<OUT> typeOfFirst(Collection<OUT> data) {
        Objects.requireNonNull(data, "data");
        if (data.isEmpty()) {
            throw new IllegalArgumentException(
                    "A collection without elements does not show their type: give it as second argument.");
        }
        OUT first = data.iterator().next();
        if (first == null) {
            throw new IllegalArgumentException(
                    "A collection for a source must not hold null, but its first element is.");
        }
        String call = CallSite.of("fromCollection");
        return orMissing(call, () -> TypeExtractor.getForObject(first));
    }

    @SuppressWarnings("unchecked") // a source that says its type says that of its records
    private static <OUT> TypeInformation<OUT> typeOf(
            Object source, Class<?> baseClass, TypeInformation<OUT> given, String call) {
        if (given != null) {
            return given;
        }
        if (source instanceof ResultTypeQueryable<?> queryable) {
            return (TypeInformation<OUT>) queryable.getProducedType();
        }
        return orMissing(
                CallSite.of(call),
                () -> TypeExtractor.createTypeInfo(baseClass, source.getClass(), 0, null, null));
    }

    @SuppressWarnings("unchecked") // a missing type stands for any
    private static <OUT> TypeInformation<OUT> orMissing(
            String call, Supplier<TypeInformation<OUT>> found) {
        try {
            return found.get();
        } catch (InvalidTypesException e) {
            return (TypeInformation<OUT>) new MissingTypeInfo(call, e);
        }
    }
}
