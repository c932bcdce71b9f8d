// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine;

import io.millrace.api.common.JobExecutionResult;
import io.millrace.api.common.JobID;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.configuration.StateRecoveryOptions;
import io.millrace.core.fs.Path;
import io.millrace.core.fs.UnsupportedFileSystemSchemeException;
import io.millrace.engine.checkpoint.CheckpointCoordinator;
import io.millrace.engine.checkpoint.CheckpointStore;
import io.millrace.engine.checkpoint.CompletedCheckpoint;
import io.millrace.engine.checkpoint.Disposal;
import io.millrace.engine.checkpoint.LatestCheckpoint;
import io.millrace.engine.exchange.FlowSizes;
import io.millrace.engine.job.CheckpointFacts;
import io.millrace.engine.job.CheckpointSettings;
import io.millrace.engine.job.EngineJobClient;
import io.millrace.engine.job.JobContext;
import io.millrace.engine.job.JobOutcome;
import io.millrace.engine.job.JobState;
import io.millrace.engine.job.JobSupervisor;
import io.millrace.engine.job.RestartPolicy;
import io.millrace.engine.job.RestorePlan;
import io.millrace.engine.job.StorageOpener;
import io.millrace.engine.job.SupervisorSettings;
import io.millrace.engine.metrics.MetricRegistry;
import io.millrace.engine.operator.OperatorSettings;
import io.millrace.engine.plan.ExecutionPlan;
import io.millrace.engine.plan.PlanSettings;
import io.millrace.engine.plan.Planner;
import io.millrace.engine.state.KeyedStateBackendFactory;
import io.millrace.engine.storage.CheckpointPaths;
import io.millrace.engine.storage.CheckpointStorage;
import io.millrace.engine.storage.FileCheckpointStorage;
import io.millrace.engine.storage.FileSystems;
import io.millrace.engine.storage.MemoryCheckpointStorage;
import io.millrace.engine.task.FusedClasses;
import io.millrace.engine.task.TaskSettings;
import io.millrace.engine.worker.SourceFeeder;
import io.millrace.engine.worker.Workers;
import io.millrace.runtime.client.JobCancellationException;
import io.millrace.runtime.client.JobExecutionException;
import io.millrace.spi.Addresses;
import io.millrace.spi.Pipeline;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Assembles a job from its parts and hands it out, running. Everything that can be wrong with a
 * program, its settings or the place it restores from is found here, on the caller's thread, before
 * a single task exists.
 */
public final class Engine {

    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

    private final Pipeline pipeline;
    private final EngineSettings settings;
    private final ExecutionPlan firstPlan;
    private final DoubleSupplier chance;
    private Optional<String> earlier = Optional.empty();

    /**
     * Concludes the settings and plans the program; the process follows what the job says about
     * stores.
     *
     * @param chance numbers from 0 to 1, for jitter
     */
    public Engine(Pipeline pipeline, DoubleSupplier chance) {
        this.pipeline = pipeline;
        this.chance = chance;
        StoreSettings.follow(pipeline.configuration());
        this.settings = EngineSettings.conclude(pipeline);
        this.firstPlan = plan(Planner.Restored.NOTHING);
        settings.notices().forEach(notice -> notice.logTo(LOG));
        if (LOG.isInfoEnabled()) { // else the whole table would be read for nobody
            logNonDefaults();
        }
    }

    private ExecutionPlan plan(Planner.Restored restored) {
        return Planner.plan(
                pipeline.operators(),
                new PlanSettings(
                        settings.chaining(),
                        settings.chainDifferentMaxParallelism(),
                        settings.objectReuse(),
                        settings.handOver(),
                        settings.maxParallelism(),
                        settings.bufferTimeoutMs()),
                restored);
    }

    /** The plan of the program by itself. */
    ExecutionPlan firstPlan() {
        return firstPlan;
    }

    /** Whether keyed state is kept by the engine's own backend. */
    boolean keepsKeyedStateOnHeap() {
        return settings.keyedState() == null;
    }

    /** What operators need of the settings, where no source is fed. */
    OperatorSettings operatorSettings(ExecutionPlan plan) {
        return operatorSettings(plan, SourceFeeder.Mode.FREE);
    }

    private OperatorSettings operatorSettings(ExecutionPlan plan, SourceFeeder.Mode feeding) {
        return new OperatorSettings(
                pipeline.configuration(),
                settings.committerRetries(),
                feeding,
                settings.checkpoints().exactlyOnce(),
                settings.batch() ? BatchMemory.of(plan, settings) : null);
    }

    /**
     * The plan of the program when it begins from a checkpoint.
     *
     * @throws IllegalStateException a parallelism does not fit the checkpoint
     */
    ExecutionPlan fitting(CompletedCheckpoint checkpoint) {
        return RestorePlan.fitting(checkpoint, firstPlan, settings.maxParallelism(), this::plan);
    }

    /** Where a job's steps run, and what becomes of it when the job has ended. */
    public interface Home {
        Workers workers();

        /** How the threads of sources with an endless method get their turns. */
        SourceFeeder.Mode feeding();

        /** How much may be between two tasks. */
        default FlowSizes sizes() {
            return FlowSizes.USUAL;
        }

        /** Whether tasks hear of checkpoints. */
        default JobContext.News news() {
            return JobContext.News.ARRIVE;
        }

        /**
         * Nothing of the job is stepped any more. Called on the supervisor's step, as its last act.
         */
        void leave();
    }

    /** Makes the home of a job, once its name is certain. */
    public interface Homes {
        Home make(String jobName, ClassLoader userClassLoader);
    }

    private void logNonDefaults() {
        String set = SettingsTable.nonDefault(pipeline.configuration());
        if (!set.isEmpty()) {
            LOG.info("Settings of job '{}' that are not the defaults: {}", pipeline.jobName(), set);
        }
    }

    /**
     * Looks whether a job that is to begin empty could go on from a checkpoint of an earlier one,
     * and says so; before {@link #start}. Changes nothing.
     */
    void lookForEarlierCheckpoint() {
        CheckpointSettings checkpoints = settings.checkpoints();
        CheckpointSettings.Restore from = checkpoints.restore();
        Path directory = checkpoints.storage().directory();
        if (!checkpoints.enabled() || from.latest() || from.path() != null || directory == null) {
            return;
        }
        earlier = EarlierCheckpoint.find(directory, pipeline.jobName());
        earlier.ifPresent(
                pointer ->
                        LOG.info(
                                "Job '{}' begins empty, though there is a checkpoint of a job with"
                                        + " its name: {}. {} = {} goes on from it",
                                pipeline.jobName(),
                                Addresses.shown(pointer),
                                StateRecoveryOptions.SAVEPOINT_PATH.key(),
                                EngineSettings.LATEST));
    }

    /**
     * Checks, restores and starts the job.
     *
     * @throws Exception nothing has been started then, and nothing on disk has changed but the
     *     job's own, empty directory
     */
    public EngineJobClient start(Homes homes) throws Exception {
        CheckpointSettings checkpoints = settings.checkpoints();
        CheckpointSettings.Restore from = checkpoints.restore();
        requireFileSystem(checkpoints.storage().directory());
        JobID jobId = pipeline.jobId() == null ? JobID.generate() : pipeline.jobId();
        boolean withJobLevel = checkpoints.storage().createSubdirectory();
        Optional<LatestCheckpoint> latest =
                from.latest() ? latest(checkpoints.storage()) : Optional.empty();
        boolean continues = latest.isPresent();
        if (continues) {
            jobId =
                    JobID.fromHexString(
                            latest.get().jobId() != null
                                    ? latest.get().jobId()
                                    : latest.get().manifest() != null
                                            ? latest.get().manifest().jobId()
                                            : jobId.toHexString());
            // It goes on where it is, whatever is said about new jobs.
            withJobLevel = latest.get().jobId() != null;
        }
        CheckpointStorage storage = storage(checkpoints.storage(), jobId, withJobLevel);
        // Without an interval, too: checkpoints may be asked for, and the directory is to be this
        // job's.
        boolean opened =
                checkpoints.enabled() || continues || storage.isDurable() && !settings.batch();
        try {
            if (opened) {
                storage.open(pipeline.jobName());
                storage.sweep();
            }
            CheckpointStore store = new CheckpointStore(storage, checkpoints.numRetained());
            Optional<CompletedCheckpoint> checkpoint = Optional.empty();
            if (continues) {
                checkpoint = store.recover();
                if (checkpoint.isEmpty() && latest.get().pointer() != null) {
                    throw new IOException(
                            "'latest' found checkpoint "
                                    + latest.get().pointer()
                                    + ", but now there is none in "
                                    + storage.describe()
                                    + ". Has somebody removed or moved it? The job was not started,"
                                    + " so that no state is lost unnoticed");
                }
            } else if (from.path() != null) {
                checkpoint = Optional.of(store.beginFrom(from.path(), from.claim()));
            }
            long lastUsedId = opened ? store.nextCheckpointId() - 1 : 0;
            ExecutionPlan plan = checkpoint.isEmpty() ? firstPlan : fitting(checkpoint.get());
            RestorePlan restore = restore(checkpoint, plan, storage);
            if (checkpoint.isPresent() && store.isOnLoan(checkpoint.get())) {
                restore = restore.onLoan();
            }
            return run(homes, jobId, plan, storage, store, restore, lastUsedId);
        } catch (Throwable t) {
            storage.close();
            throw t;
        }
    }

    private static void requireFileSystem(Path directory) throws IOException {
        if (directory == null) {
            return;
        }
        try {
            FileSystems.require(directory);
        } catch (UnsupportedFileSystemSchemeException e) {
            throw new IllegalConfigurationException(
                    CheckpointingOptions.CHECKPOINTS_DIRECTORY.key()
                            + " = "
                            + directory
                            + " can't be followed: "
                            + e.getMessage(),
                    e);
        }
    }

    private Optional<LatestCheckpoint> latest(CheckpointSettings.Storage where) throws IOException {
        Optional<LatestCheckpoint> latest =
                LatestCheckpoint.find(
                        new FileCheckpointStorage(
                                CheckpointPaths.withoutJobLevel(where.directory()),
                                where.inlineThreshold()),
                        where.directory(),
                        pipeline.jobName());
        if (latest.isEmpty()) {
            LOG.warn(
                    "'latest' was asked for, but there is no checkpoint of a job named '{}' under"
                            + " {}; the job starts empty",
                    pipeline.jobName(),
                    Addresses.shown(where.directory()));
        }
        if (latest.isPresent() && latest.get().pointer() == null) {
            LOG.warn(
                    "There is no checkpoint of a job named '{}' under {}, but one may still run that"
                            + " has none yet: the job begins in its place",
                    pipeline.jobName(),
                    Addresses.shown(where.directory()));
        }
        return latest;
    }

    private static CheckpointStorage storage(
            CheckpointSettings.Storage where, JobID jobId, boolean withJobLevel)
            throws IOException {
        Path directory = where.directory();
        if (directory == null) {
            return new MemoryCheckpointStorage(where.maxInMemoryBytes(), jobId.toHexString());
        }
        CheckpointPaths paths =
                withJobLevel
                        ? CheckpointPaths.ofJob(directory, jobId.toHexString())
                        : CheckpointPaths.withoutJobLevel(directory, jobId.toHexString());
        return where.kind() == CheckpointSettings.StorageKind.MANIFESTS
                ? FileCheckpointStorage.ofManifestsOnly(paths, where.maxInMemoryBytes())
                : new FileCheckpointStorage(
                        paths, where.inlineThreshold(), where.writeBufferBytes());
    }

    /**
     * Removes a savepoint, or a checkpoint that no job keeps, with all of its files that no other
     * checkpoint beside it needs.
     *
     * @param pointer its directory or its manifest
     * @throws IOException if there is none, it is not Millrace's, a live process uses it, or it
     *     can't be removed
     */
    public static void disposeSavepoint(String pointer) throws IOException {
        Disposal.dispose(pointer);
    }

    private RestorePlan restore(
            Optional<CompletedCheckpoint> checkpoint,
            ExecutionPlan plan,
            CheckpointStorage storage) {
        if (checkpoint.isEmpty()) {
            return RestorePlan.EMPTY;
        }
        List<String> dropped = new ArrayList<>();
        RestorePlan restore =
                RestorePlan.of(
                        checkpoint.get(),
                        new StorageOpener(storage),
                        plan,
                        settings.checkpoints().restore().allowNonRestored(),
                        dropped);
        if (!dropped.isEmpty()) {
            LOG.warn(
                    "The program has no operator for this state of checkpoint {}, so it is dropped:"
                            + " {}",
                    checkpoint.get().pointer(),
                    String.join(", ", dropped));
        }
        LOG.info("Job '{}' begins from {}", pipeline.jobName(), checkpoint.get().pointer());
        return restore;
    }

    private EngineJobClient run(
            Homes homes,
            JobID jobId,
            ExecutionPlan plan,
            CheckpointStorage storage,
            CheckpointStore store,
            RestorePlan restore,
            long lastUsedId)
            throws Exception {
        CheckpointSettings checkpoints = settings.checkpoints();
        KeyedStates.LateClock clock = new KeyedStates.LateClock();
        KeyedStateBackendFactory backends = KeyedStates.of(settings, pipeline, plan, clock);
        Home home;
        try {
            home = homes.make(pipeline.jobName(), pipeline.userClassLoader());
        } catch (Throwable t) {
            backends.close();
            throw t;
        }
        clock.is(home.workers().clock());
        MetricRegistry metrics = new MetricRegistry();
        JobContext context =
                new JobContext(
                        jobId,
                        pipeline.jobName(),
                        plan,
                        pipeline.executionConfig(),
                        pipeline.userClassLoader(),
                        home.workers(),
                        storage,
                        checkpoints.compression(),
                        backends,
                        new TaskSettings(
                                checkpoints.enabled(),
                                checkpoints.afterTasksFinish(),
                                checkpoints.failurePolicy().syncErrorsFailTask(),
                                checkpoints.exactlyOnce(),
                                0,
                                new TaskSettings.InFlight(
                                        checkpoints.inFlight().isOvertaken(),
                                        checkpoints.inFlight().ignoredOf(),
                                        checkpoints.inFlight().betweenTimers())),
                        operatorSettings(plan, home.feeding()),
                        home.sizes(),
                        new FusedClasses(),
                        settings.loops(),
                        home.news(),
                        metrics);
        CompletableFuture<JobExecutionResult> result = new CompletableFuture<>();
        CompletableFuture<JobOutcome> ended = new CompletableFuture<>();
        JobSupervisor supervisor =
                new JobSupervisor(
                        context,
                        new SupervisorSettings(
                                settings.cancellationIntervalMs(),
                                settings.cancellationTimeoutMs(),
                                checkpoints.retention()),
                        new CheckpointCoordinator(CheckpointFacts.of(plan), checkpoints.policy()),
                        store,
                        new RestartPolicy(settings.restart(), chance),
                        restore,
                        lastUsedId,
                        new End(home, backends, jobId, result, ended));
        Workers.Handle handle = home.workers().add(supervisor, Workers.Placement.OWN_THREAD);
        supervisor.connect(handle::wake);
        handle.wake();
        return new EngineJobClient(
                jobId,
                pipeline.jobName(),
                supervisor,
                () ->
                        storage.isDurable()
                                ? store.retained().stream()
                                        .map(CompletedCheckpoint::pointer)
                                        .toList()
                                : List.of(),
                whyNothingIsOnDisk(checkpoints),
                restore.pointer(),
                earlier,
                new EngineJobClient.SavepointChoice(
                        checkpoints.storage().savepointDirectory(),
                        settings.batch()
                                ? "it runs in batch mode, in which nothing is ever cut"
                                : null),
                ended,
                result,
                metrics);
    }

    /** Half a sentence for a job that has nothing on disk when it is stopped. */
    private static String whyNothingIsOnDisk(CheckpointSettings checkpoints) {
        if (!checkpoints.enabled()) {
            return "it takes no checkpoints ("
                    + CheckpointingOptions.CHECKPOINTING_INTERVAL.key()
                    + " is not set)";
        }
        return checkpoints.storage().directory() == null
                ? "its checkpoints are in the memory of the process ("
                        + CheckpointingOptions.CHECKPOINTS_DIRECTORY.key()
                        + " is not set)"
                : "no checkpoint on disk had completed";
    }

    /** What follows when a job has ended. */
    private final class End implements Consumer<JobOutcome> {
        private final Home home;
        private final KeyedStateBackendFactory backends;
        private final JobID jobId;
        private final CompletableFuture<JobExecutionResult> result;
        private final CompletableFuture<JobOutcome> ended;

        End(
                Home home,
                KeyedStateBackendFactory backends,
                JobID jobId,
                CompletableFuture<JobExecutionResult> result,
                CompletableFuture<JobOutcome> ended) {
            this.home = home;
            this.backends = backends;
            this.jobId = jobId;
            this.result = result;
            this.ended = ended;
        }

        @Override
        public void accept(JobOutcome outcome) {
            try {
                home.leave();
                backends.close();
            } finally {
                tell(jobId, outcome, result);
                ended.complete(outcome);
            }
        }
    }

    private void tell(
            JobID jobId, JobOutcome outcome, CompletableFuture<JobExecutionResult> result) {
        if (outcome.state() == JobState.FINISHED) {
            result.complete(
                    new JobExecutionResult(jobId, outcome.runtimeMs(), outcome.accumulators()));
        } else if (outcome.state() == JobState.FAILED) {
            result.completeExceptionally(
                    new JobExecutionException(
                            jobId,
                            "Job '" + pipeline.jobName() + "' (" + jobId + ") failed",
                            outcome.cause()));
        } else {
            StringBuilder message = new StringBuilder("Job '");
            message.append(pipeline.jobName()).append("' (").append(jobId).append(") was ");
            message.append(outcome.state() == JobState.SUSPENDED ? "suspended" : "cancelled");
            if (!outcome.keptCheckpoints().isEmpty()) {
                message.append("; kept: ").append(String.join(", ", outcome.keptCheckpoints()));
            }
            result.completeExceptionally(
                    new JobCancellationException(jobId, message.toString(), null));
        }
    }
}
