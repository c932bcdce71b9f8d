// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.TaskSnapshot;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the {@link CheckpointCoordinator} wants done. A closed family of values: the coordinator
 * only says it, the job thread does it (letters) or has it done (I/O), in the order of the list it
 * was given.
 */
public sealed interface CheckpointDecision {

    /** Calls the visitor's method for this case. */
    <R> R accept(Visitor<R> visitor);

    /** One method per case, so that the compiler counts them. */
    interface Visitor<R> {
        R trigger(Trigger decision);

        R notYet(NotYet decision);

        R refused(Refused decision);

        R drain(Drain decision);

        R writeManifest(WriteManifest decision);

        R notifyComplete(NotifyComplete decision);

        R abort(Abort decision);

        R failJob(FailJob decision);

        R discardSnapshot(DiscardSnapshot decision);

        R ignore(Ignore decision);
    }

    /**
     * Begin a checkpoint. First take the state of the coordinators and answer with {@link
     * CheckpointCoordinator#coordinatorAcknowledge} or {@link
     * CheckpointCoordinator#coordinatorDecline}, then put the letters into the mailboxes of the
     * roots, and only then let an enumerator send its readers anything new: a split must be on one
     * side of the cut.
     *
     * @param order what the tasks are to do; its id is larger than any before
     * @param kind why it is taken
     * @param request who asked for it; null when nobody did. One for a savepoint: first of all make
     *     its directory, and answer with {@link CheckpointCoordinator#placeReady} or {@link
     *     CheckpointCoordinator#placeFailed}
     * @param attempt whose tasks answer
     * @param roots the tasks that get a letter; barriers tell all others
     * @param coordinators operators whose enumerator must answer too
     * @param asked how many tasks must answer
     */
    record Trigger(
            SnapshotOrder order,
            CheckpointKind kind,
            CheckpointRequest request,
            int attempt,
            List<SubtaskKey> roots,
            List<OperatorId> coordinators,
            int asked)
            implements CheckpointDecision {
        public Trigger {
            roots = List.copyOf(roots);
            coordinators = List.copyOf(coordinators);
        }

        public long id() {
            return order.checkpointId();
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.trigger(this);
        }
    }

    /**
     * A checkpoint was due and can't begin; it is tried again without anybody asking.
     *
     * @param reason what is in its way
     * @param nextTickAtMs when the schedule's next tick comes, in the caller's milliseconds; {@link
     *     Long#MAX_VALUE} when none is planned
     */
    record NotYet(CheckpointFailureReason reason, long nextTickAtMs) implements CheckpointDecision {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.notYet(this);
        }
    }

    /** A checkpoint somebody asked for will not be taken. */
    record Refused(CheckpointRequest request, CheckpointFailureReason reason)
            implements CheckpointDecision {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.refused(this);
        }
    }

    /**
     * Let the sources come to the end of their data, and all tasks wait there for the savepoint
     * with which the job stops; it is triggered when all have said that they are there.
     *
     * @param tasks all that have not finished
     */
    record Drain(CheckpointRequest request, List<SubtaskKey> tasks) implements CheckpointDecision {
        public Drain {
            tasks = List.copyOf(tasks);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.drain(this);
        }
    }

    /**
     * All answers are here: write the manifest, make it visible, then say {@link
     * CheckpointCoordinator#manifestPublished} or {@link CheckpointCoordinator#manifestFailed}. One
     * of the two must come: until then no other manifest is asked for, and the job must not choose
     * where to restore from.
     *
     * @param order as in the trigger
     * @param kind why it was taken
     * @param attempt whose tasks answered
     * @param snapshots one per task that ran, in order of vertex and subtask
     * @param coordinators what the enumerators answered
     * @param finished tasks that had finished before it began; they have no snapshot and end at
     *     once when restored
     * @param ended tasks that had finished their operators before they took their snapshot: when
     *     restored they get their state (there may be something to commit) but do not finish their
     *     operators again
     */
    record WriteManifest(
            SnapshotOrder order,
            CheckpointKind kind,
            int attempt,
            List<TaskSnapshot> snapshots,
            Map<OperatorId, byte[]> coordinators,
            Set<SubtaskKey> finished,
            Set<SubtaskKey> ended)
            implements CheckpointDecision {
        public WriteManifest {
            snapshots = List.copyOf(snapshots);
            coordinators = Map.copyOf(coordinators);
            finished = Set.copyOf(finished);
            ended = Set.copyOf(ended);
        }

        public long id() {
            return order.checkpointId();
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.writeManifest(this);
        }
    }

    /**
     * The checkpoint is complete: tell it. Never decided before the manifest is visible.
     *
     * @param id which checkpoint
     * @param kind why it was taken
     * @param request who asked for it; null when nobody did. After those who are told, do what it
     *     says of the job
     * @param durationMs from the trigger to the visible manifest
     * @param tasks who is told; empty when the job does not run any more, and for a savepoint after
     *     which it goes on or is cancelled (CK-65, CK-66)
     * @param coordinators operators whose enumerator is told
     */
    record NotifyComplete(
            long id,
            CheckpointKind kind,
            CheckpointRequest request,
            long durationMs,
            List<SubtaskKey> tasks,
            List<OperatorId> coordinators)
            implements CheckpointDecision {
        public NotifyComplete {
            tasks = List.copyOf(tasks);
            coordinators = List.copyOf(coordinators);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.notifyComplete(this);
        }
    }

    /**
     * Give the checkpoint up: log {@link #logLine()}, remove all that was written under its id,
     * tell the tasks.
     *
     * @param id which checkpoint
     * @param kind why it was taken
     * @param request who asked for it; null when nobody did
     * @param reason why it is given up
     * @param task who brought it about; null when no single task did
     * @param vertexName the vertex of that task; null when there is none
     * @param operatorName the operator in it; null when not known
     * @param cause what was thrown; null when nothing was
     * @param counted whether it counts as a failure
     * @param failures counted failures in a row, this one included
     * @param tolerable how many are borne
     * @param durationMs since the trigger
     * @param missing who had not answered, for people
     * @param latestCompletedId the newest checkpoint of this attempt that is complete, 0 for none:
     *     told along, in case that news was missed (CK-93)
     * @param tasks who is told; empty when the job does not run any more
     * @param coordinators operators whose enumerator is told
     */
    record Abort(
            long id,
            CheckpointKind kind,
            CheckpointRequest request,
            CheckpointFailureReason reason,
            SubtaskKey task,
            String vertexName,
            String operatorName,
            Throwable cause,
            boolean counted,
            int failures,
            int tolerable,
            long durationMs,
            List<String> missing,
            long latestCompletedId,
            List<SubtaskKey> tasks,
            List<OperatorId> coordinators)
            implements CheckpointDecision {
        public Abort {
            missing = List.copyOf(missing);
            tasks = List.copyOf(tasks);
            coordinators = List.copyOf(coordinators);
        }

        /** The same, but whoever asked for it need not hear of it. */
        Abort ofNobody() {
            return new Abort(
                    id,
                    kind,
                    null,
                    reason,
                    task,
                    vertexName,
                    operatorName,
                    cause,
                    counted,
                    failures,
                    tolerable,
                    durationMs,
                    missing,
                    latestCompletedId,
                    tasks,
                    coordinators);
        }

        /**
         * One line that says all: which, after how long, why, where, who has not answered in time,
         * and where the count stands against what is tolerable.
         */
        public String logLine() {
            StringBuilder line = new StringBuilder();
            line.append(request != null && request.isSavepoint() ? "Savepoint " : "Checkpoint ");
            line.append(id).append(" was given up after ").append(durationMs);
            line.append(" ms because ").append(reason.text());
            String place = place();
            if (!place.isEmpty()) {
                line.append(": ").append(place);
            }
            if (cause != null) {
                line.append(" (").append(cause).append(')');
            }
            if (reason == CheckpointFailureReason.EXPIRED && !missing.isEmpty()) {
                line.append("; no answer from: ").append(String.join(", ", missing));
            }
            line.append(counted ? "; " : "; not counted, ").append(standing());
            return line.append('.').toString();
        }

        private String standing() {
            if (tolerable == 0 || tolerable == Integer.MAX_VALUE) {
                return failures
                        + (failures == 1 ? " failure" : " failures")
                        + " in a row, "
                        + (tolerable == 0 ? "none" : "any number")
                        + " tolerable";
            }
            return failures
                    + " of "
                    + tolerable
                    + (tolerable == 1 ? " tolerable failure" : " tolerable failures")
                    + " in a row";
        }

        String place() {
            if (operatorName == null && task == null) {
                return "";
            }
            String who = operatorName == null ? "" : "operator '" + operatorName + "'";
            if (task != null) {
                who +=
                        (who.isEmpty() ? "" : " of ")
                                + "subtask "
                                + task.subtask()
                                + " of '"
                                + vertexName
                                + "'";
            }
            return who;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.abort(this);
        }
    }

    /**
     * Too much has failed: the job goes through its restart strategy. No checkpoint is triggered
     * until it runs again.
     *
     * @param id the checkpoint whose failure was one too many; 0 for none in particular
     * @param message what to tell, with the numbers and the settings that would change it
     * @param cause what was thrown; null when nothing was
     */
    record FailJob(long id, String message, Throwable cause) implements CheckpointDecision {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.failJob(this);
        }
    }

    /**
     * A snapshot came for a checkpoint that was given up: all that lies under that id can go, this
     * came after it had been removed.
     */
    record DiscardSnapshot(TaskSnapshot snapshot) implements CheckpointDecision {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.discardSnapshot(this);
        }
    }

    /**
     * A letter changed nothing. Its files, if any, must be left alone: the checkpoint they belong
     * to may live.
     *
     * @param id the checkpoint it was about
     * @param expected whether that happens in ordinary life; if not, it is worth a warning
     * @param why for the log
     */
    record Ignore(long id, boolean expected, String why) implements CheckpointDecision {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.ignore(this);
        }
    }
}
