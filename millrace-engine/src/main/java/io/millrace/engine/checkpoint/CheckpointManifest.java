// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.storage.CheckpointPaths;
import io.millrace.engine.storage.DamagedFileException;
import io.millrace.engine.storage.StoredState;
import io.millrace.engine.storage.ThisHost;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * What makes a checkpoint real: which operators there were, and where each subtask's state lies.
 * Immutable; its bytes are told in {@code docs/formats/manifest.md}. Operators are named by uid and
 * id, never by a class.
 *
 * @param checkpointId from 1
 * @param triggerTimestamp when it was triggered, in milliseconds since 1970
 * @param completionTimestamp when its last answer was there, likewise
 * @param jobName for {@code latest}
 * @param jobId 32 hexadecimal digits
 * @param writer the process that wrote it
 * @param savepoint whether it belongs to the user, who alone removes it
 * @param operators all operators of the job, those without state too
 * @param properties room for what later versions add without changing the format; sorted when
 *     written
 */
public record CheckpointManifest(
        long checkpointId,
        long triggerTimestamp,
        long completionTimestamp,
        String jobName,
        String jobId,
        Writer writer,
        boolean savepoint,
        List<Operator> operators,
        Map<String, String> properties) {

    /**
     * A process, for people.
     *
     * @param process its process id
     * @param host the machine it ran on
     * @param version the version of Millrace
     */
    public record Writer(long process, String host, String version) {
        public Writer {
            Objects.requireNonNull(host, "host");
            Objects.requireNonNull(version, "version");
        }

        /** This process. */
        public static Writer here() {
            String version = Writer.class.getPackage().getImplementationVersion();
            return new Writer(
                    ProcessHandle.current().pid(),
                    ThisHost.name(),
                    version == null ? "development" : version);
        }
    }

    /**
     * One operator and the state of all its subtasks.
     *
     * @param uid as the user gave it; null when the user gave none
     * @param id under which its state is kept
     * @param name for people
     * @param maxParallelism number of key groups
     * @param coordinatorState what its coordinator (a source's enumerator) wants back; null when it
     *     has none
     * @param subtasks one for each, in order: as many as its parallelism
     */
    public record Operator(
            String uid,
            OperatorId id,
            String name,
            int maxParallelism,
            byte[] coordinatorState,
            List<Subtask> subtasks) {
        public Operator {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(name, "name");
            subtasks = List.copyOf(subtasks);
        }

        public int parallelism() {
            return subtasks.size();
        }

        /** Whether all subtasks had finished before the checkpoint began. */
        public boolean isFinished() {
            return subtasks.stream().allMatch(subtask -> subtask.phase() == Phase.FINISHED);
        }

        /** Whether there is anything to give back. */
        public boolean hasState() {
            return coordinatorState != null
                    || subtasks.stream().anyMatch(subtask -> !subtask.handles().isEmpty());
        }

        /** The state of all subtasks, in their order. */
        public List<StateHandle> handles() {
            return subtasks.stream().flatMap(subtask -> subtask.handles().stream()).toList();
        }
    }

    /** How far a subtask had come when the checkpoint was taken. */
    public enum Phase {
        /** Its input went on. */
        RUNNING,
        /**
         * Its input had ended and its operators were finished; it has state, and does not finish
         * again.
         */
        ENDED,
        /**
         * It was gone before the checkpoint began; it has no state and ends at once when restored.
         */
        FINISHED
    }

    /** One subtask of an operator and where its state lies. */
    public record Subtask(Phase phase, List<StateHandle> handles) {
        public Subtask {
            Objects.requireNonNull(phase, "phase");
            handles = List.copyOf(handles);
            if (phase == Phase.FINISHED && !handles.isEmpty()) {
                throw new IllegalArgumentException("A subtask that had finished has no state");
            }
        }
    }

    public CheckpointManifest {
        Objects.requireNonNull(jobName, "jobName");
        Objects.requireNonNull(jobId, "jobId");
        Objects.requireNonNull(writer, "writer");
        operators = List.copyOf(operators);
        properties = Map.copyOf(properties);
        if (checkpointId < 1) {
            throw new IllegalArgumentException("Checkpoint ids begin at 1, not at " + checkpointId);
        }
    }

    /** The same with other operators. */
    CheckpointManifest withOperators(List<Operator> others) {
        return new CheckpointManifest(
                checkpointId,
                triggerTimestamp,
                completionTimestamp,
                jobName,
                jobId,
                writer,
                savepoint,
                others,
                properties);
    }

    /** The same with one property more. */
    CheckpointManifest withProperty(String key, String value) {
        Map<String, String> more = new HashMap<>(properties);
        more.put(key, value);
        return new CheckpointManifest(
                checkpointId,
                triggerTimestamp,
                completionTimestamp,
                jobName,
                jobId,
                writer,
                savepoint,
                operators,
                more);
    }

    /** The state of all operators, in their order. */
    public List<StateHandle> handles() {
        return operators.stream().flatMap(operator -> operator.handles().stream()).toList();
    }

    /** All files, and pieces inside the manifest, that the state of the operators consists of. */
    public List<StoredState> pieces() {
        return handles().stream().flatMap(handle -> handle.pieces().stream()).toList();
    }

    /** Bytes of all state, without the manifest's own. */
    public long stateBytes() {
        long sum = 0;
        for (Operator operator : operators) {
            sum += operator.coordinatorState() == null ? 0 : operator.coordinatorState().length;
        }
        for (StoredState piece : pieces()) {
            sum += piece.length();
        }
        return sum;
    }

    /** Bytes of state that lie in files of their own. */
    public long fileBytes() {
        long sum = 0;
        for (StoredState piece : pieces()) {
            sum += piece instanceof StoredState.Inline ? 0 : piece.length();
        }
        return sum;
    }

    /** The sealed bytes of the manifest, to be published. */
    public byte[] encode() {
        return ManifestFormat.encode(this);
    }

    /**
     * Reads what {@link #encode()} wrote, by this or an earlier version.
     *
     * @param where the file, for messages
     * @throws DamagedFileException if it is not an intact manifest of a version that can be read
     */
    public static CheckpointManifest decode(byte[] sealed, String where)
            throws DamagedFileException {
        return ManifestFormat.decode(sealed, where);
    }

    /**
     * That it lies where it belongs, as far as the name of the directory tells.
     *
     * @throws DamagedFileException it is that of another checkpoint
     */
    public void requireIn(String pointer) throws DamagedFileException {
        OptionalLong named = CheckpointPaths.checkpointIdOf(pointer);
        if (!savepoint // the user may call it what he likes
                && named.isPresent()
                && named.getAsLong() != checkpointId) {
            throw new DamagedFileException(
                    pointer,
                    DamagedFileException.Reason.MISPLACED,
                    "the manifest in it is that of checkpoint "
                            + checkpointId
                            + ". Was it swapped with another, or the directory renamed?");
        }
    }
}
