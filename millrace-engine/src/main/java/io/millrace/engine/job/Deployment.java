// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.chain.SourceLetter;
import io.millrace.engine.chain.WatermarkBoard;
import io.millrace.engine.exchange.Channel;
import io.millrace.engine.exchange.CustomPartitioner;
import io.millrace.engine.exchange.InputGate;
import io.millrace.engine.exchange.KeyPartitioner;
import io.millrace.engine.exchange.OutputGate;
import io.millrace.engine.exchange.Partitioner;
import io.millrace.engine.metrics.OperatorCounters;
import io.millrace.engine.operator.Operators;
import io.millrace.engine.operator.UserObjects;
import io.millrace.engine.plan.ExecutionPlan;
import io.millrace.engine.plan.ExecutionPlan.Edge;
import io.millrace.engine.plan.ExecutionPlan.Listener;
import io.millrace.engine.plan.ExecutionPlan.PlannedOperator;
import io.millrace.engine.plan.ExecutionPlan.Vertex;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.SnapshotWriter;
import io.millrace.engine.task.ChainLink;
import io.millrace.engine.task.InFlightPlace;
import io.millrace.engine.task.Letter;
import io.millrace.engine.task.Mailbox;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskContext;
import io.millrace.engine.task.TaskKey;
import io.millrace.engine.task.TaskSettings;
import io.millrace.engine.worker.Workers;
import io.millrace.metrics.groups.UnregisteredMetricsGroup;
import io.millrace.spi.JobOwner;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.Partitioning;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tasks and source coordinators of one attempt: built from the plan, connected by channels,
 * handed to the workers. Used by the supervisor only.
 */
final class Deployment {

    private static final Logger LOG = LoggerFactory.getLogger(Deployment.class);

    private final JobContext context;
    private final RestorePlan restore;
    private final int attempt;
    private final JobInbox inbox;
    private final Map<TaskKey, Task> tasks = new LinkedHashMap<>();
    private final Map<TaskKey, StepWaker> wakers = new HashMap<>();
    private final Map<OperatorId, SourceCoordinator> coordinators = new LinkedHashMap<>();
    private final Set<TaskKey> finishedBefore = new HashSet<>();

    /** Null in a program without loops. */
    private final LoopWiring loops;

    /** Null where no barrier overtakes anything, and nothing was on its way. */
    private final InFlightWiring inFlight;

    private final WatermarkBoard watermarks = new WatermarkBoard();
    private final JobOwner owner;

    /** {@code channels[edge][sender][receiver]}; null where there is none. */
    private final Channel[][][] channels;

    private Deployment(JobContext context, RestorePlan restore, int attempt, JobInbox inbox) {
        this.context = context;
        this.restore = restore;
        this.attempt = attempt;
        this.inbox = inbox;
        this.channels = new Channel[context.plan().edges().size()][][];
        context.metrics().clear();
        this.owner = context.storage().owner(restore.pointer());
        this.loops =
                context.plan().loops().isEmpty()
                        ? null
                        : new LoopWiring(context, this::beginning, this::partitioner);
        this.inFlight =
                restore.isEmpty() && !context.taskSettings().inFlight().overtaken()
                        ? null
                        : new InFlightWiring(context, restore, this::partitioner);
    }

    /** Builds an attempt and begins stepping it. */
    static Deployment deploy(JobContext context, RestorePlan restore, int attempt, JobInbox inbox) {
        Deployment deployment = new Deployment(context, restore, attempt, inbox);
        deployment.build();
        deployment.start();
        return deployment;
    }

    private void build() {
        ExecutionPlan plan = context.plan();
        for (Vertex vertex : plan.vertices()) {
            for (int i = 0; i < vertex.parallelism(); i++) {
                wakers.put(new TaskKey(vertex.index(), i, attempt), new StepWaker());
            }
        }
        for (Edge edge : plan.edges()) {
            connect(edge);
        }
        for (Vertex vertex : plan.vertices()) {
            for (int i = 0; i < vertex.parallelism(); i++) {
                Task task = task(vertex, i);
                tasks.put(task.key(), task);
            }
            PlannedOperator head = vertex.operators().get(0);
            if (head.transformation().spec() instanceof OperatorSpec.Source
                    && !isAtItsEnd(vertex)) {
                coordinators.put(head.id(), coordinator(vertex, head));
            }
        }
    }

    /**
     * No reader of such a source asks for splits any more, and what it reads may be gone by now.
     */
    private boolean isAtItsEnd(Vertex vertex) {
        for (int i = 0; i < vertex.parallelism(); i++) {
            if (beginning(vertex, i) == Task.Beginning.RUNNING) {
                return false;
            }
        }
        return true;
    }

    private Task.Beginning beginning(Vertex vertex, int subtask) {
        return restore.isEmpty() ? Task.Beginning.RUNNING : restore.beginning(vertex, subtask);
    }

    private void connect(Edge edge) {
        int senders = context.plan().vertices().get(edge.source()).parallelism();
        int receivers = context.plan().vertices().get(edge.target()).parallelism();
        Channel[][] matrix = new Channel[senders][receivers];
        for (int s = 0; s < senders; s++) {
            for (int r = 0; r < receivers; r++) {
                if (context.plan().connects(edge, s, r)) {
                    Channel channel = new Channel(context.sizes().channelElements());
                    channel.connect(
                            wakers.get(new TaskKey(edge.source(), s, attempt)),
                            wakers.get(new TaskKey(edge.target(), r, attempt)));
                    matrix[s][r] = channel;
                }
            }
        }
        channels[edge.index()] = matrix;
    }

    private Task task(Vertex vertex, int subtask) {
        TaskKey key = new TaskKey(vertex.index(), subtask, attempt);
        String name = vertex.name() + " (" + (subtask + 1) + "/" + vertex.parallelism() + ")";
        TaskContext.Shared shared =
                new TaskContext.Shared(
                        context.jobId(),
                        context.jobName(),
                        key,
                        name,
                        vertex.parallelism(),
                        context.executionConfig(),
                        context.userClassLoader(),
                        context.workers().clock(),
                        context.taskSettings().checkpointing(),
                        owner,
                        context.fusedClasses(),
                        watermarks);
        AwaitedRoom overflow = new AwaitedRoom(context.workers());
        List<ChainLink> links = new ArrayList<>();
        for (PlannedOperator operator : vertex.operators()) {
            links.add(link(vertex, subtask, operator, shared, overflow));
        }
        TaskSettings common = context.taskSettings();
        TaskSettings settings =
                new TaskSettings(
                        common.checkpointing(),
                        common.checkpointsAfterFinish(),
                        common.failOnSnapshotError(),
                        common.exactlyOnce(),
                        restore.checkpointId(),
                        common.inFlight());
        Task.Beginning beginning = beginning(vertex, subtask);
        if (beginning == Task.Beginning.FINISHED) {
            finishedBefore.add(key);
        }
        List<Edge> edgeOf = new ArrayList<>();
        List<Integer> senderOf = new ArrayList<>();
        InputGate inputs = inputs(vertex, subtask, edgeOf, senderOf);
        Task task =
                new Task(
                        shared,
                        settings,
                        links,
                        inputs,
                        vertex.inputs(),
                        new SnapshotWriter(
                                context.storage(),
                                context.compression(),
                                context.workers().clock()::nanos),
                        context.workers(),
                        inbox,
                        beginning,
                        loops == null ? null : loops.place(vertex, subtask, edgeOf, senderOf),
                        inFlight == null
                                ? InFlightPlace.NONE
                                : inFlight.place(vertex, subtask, edgeOf, senderOf));
        for (int i = 0; i < edgeOf.size(); i++) {
            int channel = i;
            channels[edgeOf.get(i).index()][senderOf.get(i)][subtask].listen(
                    announcement ->
                            task.mailbox().post(new Letter.Announced(channel, announcement)));
        }
        overflow.connect(task.mailbox());
        task.mailbox().connect(wakers.get(key));
        return task;
    }

    /**
     * @param edgeOf filled with the edge of each channel
     * @param senderOf filled with the sending subtask of each channel
     */
    private InputGate inputs(
            Vertex vertex, int subtask, List<Edge> edgeOf, List<Integer> senderOf) {
        List<Channel> mine = new ArrayList<>();
        for (Edge edge : context.plan().into(vertex.index())) {
            Channel[][] rows = channels[edge.index()];
            for (int sender = 0; sender < rows.length; sender++) {
                if (rows[sender][subtask] != null) {
                    mine.add(rows[sender][subtask]);
                    edgeOf.add(edge);
                    senderOf.add(sender);
                }
            }
        }
        int[] inputOf = edgeOf.stream().mapToInt(Edge::targetInput).toArray();
        boolean[] back = new boolean[mine.size()];
        for (int i = 0; i < back.length; i++) {
            back[i] = edgeOf.get(i).isFeedback();
        }
        return new InputGate(mine.toArray(new Channel[0]), inputOf, back);
    }

    /** Where an operator is, under the names that Flink gives these variables. */
    private static Map<String, String> variables(
            PlannedOperator operator, TaskContext.Shared shared, int subtask) {
        return Map.of(
                "<job_id>", shared.jobId().toString(),
                "<job_name>", shared.jobName(),
                "<task_name>", shared.taskName(),
                "<task_attempt_num>", Integer.toString(shared.key().attempt()),
                "<subtask_index>", Integer.toString(subtask),
                "<operator_id>", operator.id().value(),
                "<operator_name>", operator.transformation().name());
    }

    private ChainLink link(
            Vertex vertex,
            int subtask,
            PlannedOperator operator,
            TaskContext.Shared shared,
            AwaitedRoom overflow) {
        OperatorTransformation<?> transformation = operator.transformation();
        OperatorCounters counters =
                new OperatorCounters(
                        variables(operator, shared, subtask),
                        context.metrics(),
                        transformation.name(),
                        subtask);
        TaskContext link =
                new TaskContext(
                        shared,
                        operator.id(),
                        transformation.uid(),
                        transformation.name(),
                        operator.taskName(),
                        operator.maxParallelism(),
                        counters,
                        restore.contains(operator.id())
                                ? OptionalLong.of(restore.checkpointId())
                                : OptionalLong.empty(),
                        new OperatorBackends(
                                context, restore, vertex, subtask, operator, counters.group()));
        if (context.operatorSettings().batch() != null && transformation.isKeyed()) {
            link.keyByKey();
        }
        List<ChainLink.Route> routes = new ArrayList<>();
        for (Listener listener : operator.listeners()) {
            OutputGate.Copier copier =
                    listener.own()
                            ? RecordCopier.of(listener.type(), context.executionConfig())
                            : null;
            OutputGate gate =
                    listener.edge() < 0 ? null : gate(listener.edge(), subtask, copier, overflow);
            routes.add(new ChainLink.Route(listener.tag(), listener.operator(), gate, copier));
        }
        return new ChainLink(
                link,
                (operatorContext, output) ->
                        Operators.create(
                                transformation,
                                operatorContext,
                                output,
                                context.operatorSettings()),
                isSimple(transformation),
                routes);
    }

    private static boolean isSimple(OperatorTransformation<?> transformation) {
        return !transformation.isKeyed()
                && (transformation.spec() instanceof OperatorSpec.Map
                        || transformation.spec() instanceof OperatorSpec.Filter);
    }

    private OutputGate gate(
            int edgeIndex, int subtask, OutputGate.Copier copier, AwaitedRoom overflow) {
        Edge edge = context.plan().edges().get(edgeIndex);
        Vertex target = context.plan().vertices().get(edge.target());
        Channel[] row =
                Arrays.stream(channels[edgeIndex][subtask])
                        .filter(Objects::nonNull)
                        .toArray(Channel[]::new);
        OutputGate gate =
                new OutputGate(
                        row,
                        partitioner(edge, target, row.length, subtask),
                        copier,
                        overflow,
                        context.sizes(),
                        edge.bufferTimeoutMs());
        if (loops != null) {
            loops.prepare(gate, edge, subtask, row);
        }
        if (inFlight != null && inFlight.isOvertakable(edge)) {
            gate.letOvertake();
        }
        overflow.add(gate);
        return gate;
    }

    @SuppressWarnings("unchecked") // records are untyped here
    private Partitioner partitioner(Edge edge, Vertex target, int receivers, int subtask) {
        Partitioning partitioning = edge.partitioning();
        if (partitioning instanceof Partitioning.Keyed keyed) {
            return new KeyPartitioner(
                    UserObjects.cloneOf(
                            (KeySelector<Object, Object>) keyed.selector(),
                            context.userClassLoader(),
                            "the key selector before operator "
                                    + target.operators().get(0).transformation()),
                    target.operators().get(0).transformation().name(),
                    target.parallelism(),
                    target.maxParallelism());
        }
        if (partitioning instanceof Partitioning.Broadcast) {
            return new Partitioner.Broadcast();
        }
        if (partitioning instanceof Partitioning.Custom custom) {
            // Asked even where there is one channel only, as it is in Flink: it may refuse a key.
            OperatorTransformation<?> receiver = target.operators().get(0).transformation();
            return new CustomPartitioner(
                    UserObjects.cloneOf(
                            (io.millrace.api.common.functions.Partitioner<Object>)
                                    custom.partitioner(),
                            context.userClassLoader(),
                            "the partitioner before operator " + receiver),
                    UserObjects.cloneOf(
                            (KeySelector<Object, Object>) custom.selector(),
                            context.userClassLoader(),
                            "the key selector before operator " + receiver),
                    receiver.name(),
                    receivers);
        }
        if (receivers == 1) {
            return new Partitioner.Single();
        }
        if (partitioning instanceof Partitioning.Global) {
            return new Partitioner.Global();
        }
        if (partitioning instanceof Partitioning.Shuffle) {
            return new Partitioner.Shuffle(receivers, seed(edge, target, subtask));
        }
        // Senders of a rescale have receivers of their own; all senders of a rebalance share
        // theirs.
        return new Partitioner.RoundRobin(
                receivers, partitioning instanceof Partitioning.Rescale ? 0 : subtask);
    }

    /** Of the same program, the same subtask and the same connection, in every attempt the same. */
    private static long seed(Edge edge, Vertex target, int subtask) {
        return 31L * target.operators().get(0).id().value().hashCode()
                + ((long) edge.index() << 48)
                + ((long) subtask << 32);
    }

    private SourceCoordinator coordinator(Vertex vertex, PlannedOperator head) {
        OperatorSpec own = Operators.cloneFor(head.transformation(), context.userClassLoader());
        return new SourceCoordinator(
                head.transformation().name(),
                ((OperatorSpec.Source) own).source(),
                vertex.parallelism(),
                restore.coordinatorState(head.id()),
                context.taskSettings().failOnSnapshotError(),
                context.userClassLoader(),
                context.workers(),
                UnregisteredMetricsGroup.createOperatorMetricGroup(),
                (subtask, letter) ->
                        mailbox(vertex.index(), subtask).post(new Letter.SourceEvent(letter)),
                new SourceCoordinator.Listener() {
                    @Override
                    public void failed(Throwable cause) {
                        inbox.post(
                                new JobLetter.CoordinatorFailed(
                                        attempt, head.id(), head.transformation().name(), cause));
                    }

                    @Override
                    public void backlog(boolean behind) {
                        inbox.post(new JobLetter.Backlog(attempt, head.id(), behind));
                    }

                    @Override
                    public void ended() {
                        inbox.post(new JobLetter.CoordinatorEnded(attempt, head.id()));
                    }
                });
    }

    private void start() {
        for (SourceCoordinator coordinator : coordinators.values()) {
            coordinator.begin();
        }
        for (Map.Entry<TaskKey, Task> entry : tasks.entrySet()) {
            wakers.get(entry.getKey())
                    .connect(context.workers().add(entry.getValue(), Workers.Placement.SHARED));
        }
    }

    // ---- letters to tasks and coordinators ----

    int size() {
        return tasks.size();
    }

    Set<TaskKey> tasks() {
        return tasks.keySet();
    }

    Set<TaskKey> finishedBefore() {
        return finishedBefore;
    }

    /** Operators whose enumerator runs in this attempt. */
    Set<OperatorId> coordinators() {
        return coordinators.keySet();
    }

    void trigger(int vertex, int subtask, SnapshotOrder order) {
        mailbox(vertex, subtask).post(new Letter.TriggerCheckpoint(order));
    }

    void complete(int vertex, int subtask, long checkpointId) {
        if (context.news().reach(checkpointId)) {
            mailbox(vertex, subtask).post(new Letter.CheckpointComplete(checkpointId));
        }
    }

    /** Come to the end of your data, and wait there for the savepoint with which the job stops. */
    void drain(int vertex, int subtask) {
        mailbox(vertex, subtask).post(new Letter.Drain());
    }

    /** The savepoint with which the job stops is complete; certain to arrive. */
    void leave(int vertex, int subtask, long checkpointId) {
        mailbox(vertex, subtask).post(new Letter.Leave(checkpointId));
    }

    void aborted(int vertex, int subtask, long checkpointId, long latestCompletedId) {
        if (context.news().reach(checkpointId)) {
            mailbox(vertex, subtask)
                    .post(new Letter.CheckpointAborted(checkpointId, latestCompletedId));
        }
    }

    /** The same of the savepoint with which the job was to stop; certain to arrive. */
    void goOn(int vertex, int subtask, long checkpointId, long latestCompletedId) {
        mailbox(vertex, subtask)
                .post(new Letter.CheckpointAborted(checkpointId, latestCompletedId));
    }

    void askAccumulators(TaskKey key, long question) {
        tasks.get(key).mailbox().post(new Letter.TellAccumulators(question));
    }

    void post(TaskKey key, Letter letter) {
        tasks.get(key).mailbox().post(letter);
    }

    private Mailbox mailbox(int vertex, int subtask) {
        return tasks.get(new TaskKey(vertex, subtask, attempt)).mailbox();
    }

    /** A reader writes to the coordinator of its source. */
    void toCoordinator(OperatorId id, SourceLetter.ToCoordinator letter) {
        SourceCoordinator coordinator = coordinators.get(id);
        if (coordinator != null) {
            coordinator.receive(letter);
        }
    }

    void snapshotCoordinator(OperatorId id, long checkpointId) {
        coordinators
                .get(id)
                .snapshot(
                        checkpointId,
                        new SourceCoordinator.SnapshotCallback() {
                            @Override
                            public void taken(long of, byte[] state) {
                                inbox.post(
                                        new JobLetter.CoordinatorSnapshot(attempt, of, id, state));
                            }

                            @Override
                            public void notTaken(long of, Throwable cause) {
                                inbox.post(
                                        new JobLetter.CoordinatorDeclined(attempt, of, id, cause));
                            }
                        });
    }

    void completeCoordinator(OperatorId id, long checkpointId) {
        coordinators.get(id).notifyCheckpointComplete(checkpointId);
    }

    void abortedCoordinator(OperatorId id, long checkpointId) {
        coordinators.get(id).notifyCheckpointAborted(checkpointId);
    }

    /** Lets all enumerators send their readers new things again. */
    void reopen(long checkpointId) {
        for (SourceCoordinator coordinator : coordinators.values()) {
            coordinator.reopen(checkpointId);
        }
    }

    // ---- the end ----

    /** Asks all tasks to end. */
    void cancelTasks() {
        tasks.values().forEach(task -> task.mailbox().requestCancel());
    }

    /**
     * Asks all coordinators to close their enumerators.
     *
     * @param jobIsDone whether the job has finished or was cancelled
     */
    void closeCoordinators(boolean jobIsDone) {
        for (SourceCoordinator coordinator : coordinators.values()) {
            coordinator.close(() -> jobIsDone && isOurs());
        }
    }

    /** Whether no other process has taken the job over; a coordinator asks, in its step. */
    private boolean isOurs() {
        try {
            context.storage().requireOwner();
            return true;
        } catch (IOException e) {
            LOG.info(
                    "Job '{}' ends here, and may go on elsewhere: {}",
                    context.jobName(),
                    e.getMessage());
            return false;
        }
    }

    /**
     * A task or a coordinator, for those who wait for its end.
     *
     * @param what it is, with its name, as the beginning of a sentence
     */
    record Part(String what, Workers.Handle handle) {

        /** The stack of the thread inside it, for a log line. */
        String stack() {
            StringBuilder text = new StringBuilder();
            for (StackTraceElement frame : handle.stack()) {
                text.append("\n    at ").append(frame);
            }
            return text.length() == 0 ? " no thread" : text.toString();
        }
    }

    Part part(TaskKey key) {
        return new Part("Task '" + tasks.get(key).name() + "'", wakers.get(key).handle());
    }

    Part part(OperatorId id) {
        SourceCoordinator coordinator = coordinators.get(id);
        return new Part(
                "The enumerator of source '" + coordinator.sourceName() + "'",
                coordinator.handle());
    }
}
