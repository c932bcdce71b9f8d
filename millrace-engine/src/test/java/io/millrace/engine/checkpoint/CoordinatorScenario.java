// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import io.millrace.engine.checkpoint.CheckpointDecision.Abort;
import io.millrace.engine.checkpoint.CheckpointDecision.DiscardSnapshot;
import io.millrace.engine.checkpoint.CheckpointDecision.Drain;
import io.millrace.engine.checkpoint.CheckpointDecision.FailJob;
import io.millrace.engine.checkpoint.CheckpointDecision.Ignore;
import io.millrace.engine.checkpoint.CheckpointDecision.NotYet;
import io.millrace.engine.checkpoint.CheckpointDecision.NotifyComplete;
import io.millrace.engine.checkpoint.CheckpointDecision.Refused;
import io.millrace.engine.checkpoint.CheckpointDecision.Trigger;
import io.millrace.engine.checkpoint.CheckpointDecision.WriteManifest;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.OperatorSnapshot;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StateSummary;
import io.millrace.engine.state.TaskSnapshot;
import io.millrace.engine.storage.StoredState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Plays a story written as text against a coordinator and writes down its decisions.
 *
 * <p>A line is one letter to the coordinator; each decision that follows is written below it,
 * behind an arrow. Words of the form {@code key=value} may stand in any order. Times are the last
 * plain number of a line.
 */
final class CoordinatorScenario implements CheckpointDecision.Visitor<String> {

    private static final String ARROW = "  -> ";
    private static final long WALL_OFFSET_MS = 1_000_000;

    private final List<CheckpointGraph.Vertex> vertices = new ArrayList<>();
    private CheckpointPolicy policy;
    private CheckpointCoordinator coordinator;
    private int attempt;
    private int requests;

    /** Plays the story and returns it with the decisions as they are now. */
    static String play(List<String> lines) {
        CoordinatorScenario scenario = new CoordinatorScenario();
        StringBuilder played = new StringBuilder();
        for (String line : lines) {
            if (line.startsWith(ARROW)) {
                continue;
            }
            played.append(line).append('\n');
            if (!line.isBlank() && !line.startsWith("#")) {
                for (String answer : scenario.say(List.of(line.trim().split("\\s+")))) {
                    played.append(ARROW).append(answer).append('\n');
                }
            }
        }
        return played.toString();
    }

    private List<String> say(List<String> words) {
        switch (words.get(0)) {
            case "policy" -> {
                policy =
                        new CheckpointPolicy(
                                number(words, "interval", 100),
                                number(words, "pause", 0),
                                number(words, "timeout", 1000),
                                (int) number(words, "slots", 1),
                                (int) number(words, "tolerable", 0),
                                words.contains("timeout-counts"),
                                true,
                                !words.contains("not-after-finish"),
                                number(words, "backlog", number(words, "interval", 100)),
                                number(words, "alignment", -1));
                return List.of();
            }
            case "backlog" -> {
                coordinator.backlog(words.get(1).equals("yes"), time(words));
                return List.of();
            }
            case "vertex" -> {
                vertices.add(vertex(words));
                return List.of();
            }
            case "running" -> {
                if (coordinator == null) {
                    coordinator = new CheckpointCoordinator(new CheckpointGraph(vertices), policy);
                }
                attempt = (int) number(words, "attempt", attempt + 1);
                coordinator.jobRunning(
                        time(words),
                        attempt,
                        number(words, "restored", 0),
                        tasks(words, "finished"),
                        enumerators(words.contains("ended-sources")));
                return List.of();
            }
            case "tick" -> {
                return told(coordinator.tick(time(words), time(words) + WALL_OFFSET_MS));
            }
            case "request" -> {
                return told(
                        coordinator.request(
                                CheckpointRequest.checkpoint(++requests),
                                time(words),
                                time(words) + WALL_OFFSET_MS));
            }
            // savepoint NOTHING|STOP|DRAIN|CANCEL
            case "savepoint" -> {
                return told(
                        coordinator.request(
                                new CheckpointRequest(
                                        ++requests,
                                        "target",
                                        SnapshotOrder.Form.CANONICAL_SAVEPOINT,
                                        CheckpointRequest.Then.valueOf(words.get(1))),
                                time(words),
                                time(words) + WALL_OFFSET_MS));
            }
            case "place" -> {
                if (words.contains("failed")) {
                    return told(
                            coordinator.placeFailed(
                                    id(words), new IOException("no room"), time(words)));
                }
                coordinator.placeReady(id(words));
                return List.of();
            }
            case "on-loan" -> {
                coordinator.wantFull();
                return List.of();
            }
            case "ack" -> {
                SubtaskKey task = task(words.get(2));
                TaskSnapshot snapshot =
                        new TaskSnapshot(
                                id(words),
                                task.vertex(),
                                task.subtask(),
                                operators(task, words),
                                0,
                                0);
                return told(
                        coordinator.acknowledge(
                                snapshot,
                                (int) number(words, "attempt", attempt),
                                words.contains("after-end"),
                                time(words)));
            }
            case "enumerator" -> {
                OperatorId operator = operatorId(Integer.parseInt(words.get(2)));
                if (words.contains("failed")) {
                    return told(
                            coordinator.coordinatorDecline(
                                    id(words), operator, new IOException("lost"), time(words)));
                }
                return told(
                        coordinator.coordinatorAcknowledge(
                                id(words), operator, new byte[] {1}, time(words)));
            }
            case "decline" -> {
                CheckpointFailureReason reason = CheckpointFailureReason.valueOf(words.get(3));
                return told(
                        coordinator.decline(
                                id(words),
                                task(words.get(2)),
                                reason,
                                null,
                                new IOException("disk"),
                                time(words)));
            }
            case "removals" -> {
                coordinator.removalsUnderWay(Integer.parseInt(words.get(1)));
                return List.of();
            }
            case "at-end" -> {
                coordinator.taskAtEndOfData(task(words.get(1)));
                return List.of();
            }
            case "gone" -> {
                return told(coordinator.taskFinished(task(words.get(1)), time(words)));
            }
            case "published" -> {
                return told(coordinator.manifestPublished(id(words), time(words)));
            }
            case "unpublished" -> {
                return told(
                        coordinator.manifestFailed(
                                id(words), new IOException("disk full"), time(words)));
            }
            case "suspend" -> {
                CheckpointFailureReason reason = CheckpointFailureReason.valueOf(words.get(1));
                return told(coordinator.suspend(reason, time(words)));
            }
            case "wake" -> {
                long wakeAtMs = coordinator.nextWakeAtMs();
                return List.of(
                        wakeAtMs == Long.MIN_VALUE
                                ? "at once"
                                : wakeAtMs == Long.MAX_VALUE ? "never" : "at " + wakeAtMs);
            }
            default -> throw new IllegalArgumentException("No such letter: " + words);
        }
    }

    // vertex NAME xPARALLELISM [after=V] [beside=V] [enumerator]
    private CheckpointGraph.Vertex vertex(List<String> words) {
        int index = vertices.size();
        List<CheckpointGraph.Input> inputs = new ArrayList<>();
        for (String word : words) {
            if (word.startsWith("after=")) {
                inputs.add(new CheckpointGraph.Input(Integer.parseInt(word.substring(6)), false));
            } else if (word.startsWith("beside=")) {
                inputs.add(new CheckpointGraph.Input(Integer.parseInt(word.substring(7)), true));
            }
        }
        return new CheckpointGraph.Vertex(
                index,
                words.get(1),
                Integer.parseInt(words.get(2).substring(1)),
                inputs,
                List.of(
                        new CheckpointGraph.Operator(
                                operatorId(index), words.get(1), words.contains("enumerator"))));
    }

    private List<OperatorId> enumerators(boolean none) {
        return none
                ? List.of()
                : vertices.stream()
                        .flatMap(vertex -> vertex.operators().stream())
                        .filter(CheckpointGraph.Operator::coordinated)
                        .map(CheckpointGraph.Operator::id)
                        .toList();
    }

    private static OperatorId operatorId(int vertex) {
        return new OperatorId(String.format("%032x", vertex));
    }

    private static List<OperatorSnapshot> operators(SubtaskKey task, List<String> words) {
        List<StateHandle> handles =
                words.contains("union")
                        ? List.of(operatorState("offsets", "union-list"))
                        : words.contains("looping")
                                ? List.of(operatorState("millrace.loop.0", "operator-list"))
                                : List.of();
        return List.of(new OperatorSnapshot(operatorId(task.vertex()), handles));
    }

    private static StateHandle operatorState(String name, String kind) {
        return new StateHandle(
                StateHandle.Kind.OPERATOR,
                null,
                List.of(new StateSummary(name, kind, "Long", 1)),
                new StoredState.Inline(new byte[0], 0));
    }

    private static long id(List<String> words) {
        return Long.parseLong(words.get(1));
    }

    private static long time(List<String> words) {
        return Long.parseLong(words.get(words.size() - 1));
    }

    private static SubtaskKey task(String text) {
        String[] parts = text.split("/", -1);
        return new SubtaskKey(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
    }

    private static List<SubtaskKey> tasks(List<String> words, String key) {
        return words.stream()
                .filter(word -> word.startsWith(key + "="))
                .flatMap(word -> List.of(word.substring(key.length() + 1).split(",", -1)).stream())
                .map(CoordinatorScenario::task)
                .toList();
    }

    private static long number(List<String> words, String key, long otherwise) {
        for (String word : words) {
            if (word.startsWith(key + "=")) {
                return Long.parseLong(word.substring(key.length() + 1));
            }
        }
        return otherwise;
    }

    private List<String> told(List<CheckpointDecision> decisions) {
        return decisions.stream().map(decision -> decision.accept(this)).toList();
    }

    @Override
    public String trigger(Trigger decision) {
        return "trigger "
                + decision.id()
                + " "
                + decision.kind()
                + (decision.order().form() == SnapshotOrder.Form.CHECKPOINT
                        ? ""
                        : " " + decision.order().form())
                + (decision.order().stops() ? " that stops" : "")
                + overtaking(decision.order().alignmentMs())
                + " letters to "
                + decision.roots()
                + enumerators(decision.coordinators())
                + ", "
                + decision.asked()
                + " tasks asked";
    }

    private static String overtaking(long alignmentMs) {
        return alignmentMs == SnapshotOrder.ALIGNED
                ? ""
                : " overtaking after " + alignmentMs + " ms,";
    }

    private static String enumerators(List<OperatorId> operators) {
        return operators.isEmpty()
                ? ""
                : operators.stream()
                        .map(operator -> String.valueOf(Integer.parseInt(operator.value(), 16)))
                        .collect(Collectors.joining(", ", " and enumerators of [", "]"));
    }

    @Override
    public String notYet(NotYet decision) {
        return "not yet: "
                + decision.reason()
                + ", next tick "
                + (decision.nextTickAtMs() == Long.MAX_VALUE
                        ? "never"
                        : "at " + decision.nextTickAtMs());
    }

    @Override
    public String refused(Refused decision) {
        return "refused: " + decision.reason();
    }

    @Override
    public String drain(Drain decision) {
        return "drain " + decision.tasks();
    }

    @Override
    public String writeManifest(WriteManifest decision) {
        String snapshots =
                decision.snapshots().stream()
                        .map(
                                snapshot ->
                                        new SubtaskKey(snapshot.vertex(), snapshot.subtask())
                                                .toString())
                        .collect(Collectors.joining(", ", "[", "]"));
        return "write manifest "
                + decision.id()
                + " of "
                + snapshots
                + enumerators(List.copyOf(decision.coordinators().keySet()))
                + (decision.finished().isEmpty()
                        ? ""
                        : ", finished " + new TreeSet<>(decision.finished()))
                + (decision.ended().isEmpty() ? "" : ", ended " + new TreeSet<>(decision.ended()));
    }

    @Override
    public String notifyComplete(NotifyComplete decision) {
        return "tell complete "
                + decision.id()
                + " to "
                + decision.tasks()
                + enumerators(decision.coordinators())
                + " after "
                + decision.durationMs()
                + " ms"
                + (decision.request() == null || !decision.request().isSavepoint()
                        ? ""
                        : ", then " + decision.request().then());
    }

    @Override
    public String abort(Abort decision) {
        return "abort "
                + decision.id()
                + " "
                + decision.reason()
                + ", tell "
                + decision.tasks()
                + enumerators(decision.coordinators())
                + (decision.latestCompletedId() == 0
                        ? ""
                        : " of " + decision.latestCompletedId() + " too")
                + " | "
                + decision.logLine();
    }

    @Override
    public String failJob(FailJob decision) {
        return "FAIL THE JOB: " + decision.message();
    }

    @Override
    public String discardSnapshot(DiscardSnapshot decision) {
        TaskSnapshot snapshot = decision.snapshot();
        return "discard the snapshot of "
                + snapshot.vertex()
                + "/"
                + snapshot.subtask()
                + " for "
                + snapshot.checkpointId();
    }

    @Override
    public String ignore(Ignore decision) {
        return (decision.expected() ? "ignore: " : "ignore and warn: ") + decision.why();
    }
}
