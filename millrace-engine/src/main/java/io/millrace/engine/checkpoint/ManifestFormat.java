// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import io.millrace.engine.checkpoint.CheckpointManifest.Operator;
import io.millrace.engine.checkpoint.CheckpointManifest.Phase;
import io.millrace.engine.checkpoint.CheckpointManifest.Subtask;
import io.millrace.engine.checkpoint.CheckpointManifest.Writer;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.SharedFile;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StateSummary;
import io.millrace.engine.storage.DamagedFileException;
import io.millrace.engine.storage.DamagedFileException.Reason;
import io.millrace.engine.storage.SealedFile;
import io.millrace.engine.storage.StoredState;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The bytes of a manifest: {@code docs/formats/manifest.md}. Numbers are big-endian, texts UTF-8.
 */
final class ManifestFormat {

    static final SealedFile.Kind KIND = new SealedFile.Kind("manifest", 1, 2);

    /** Stands for null where a length is expected. */
    private static final int ABSENT = -1;

    private static final int KIND_KEYED = 1;
    private static final int KIND_OPERATOR = 2;
    private static final int KIND_KEYED_LAYERS = 3;
    private static final int KIND_KEYED_ROCKSDB = 4;
    private static final int KIND_IN_FLIGHT = 5;

    private static final int PHASE_RUNNING = 1;
    private static final int PHASE_ENDED = 2;
    private static final int PHASE_FINISHED = 3;

    private static final int INLINE = 1;
    private static final int IN_FILE = 2;
    private static final int BARE = 3;

    private ManifestFormat() {}

    // ---- writing
    // -------------------------------------------------------------------------------------------

    static byte[] encode(CheckpointManifest manifest) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(manifest.checkpointId());
            out.writeLong(manifest.triggerTimestamp());
            out.writeLong(manifest.completionTimestamp());
            text(out, manifest.jobName());
            text(out, manifest.jobId());
            out.writeLong(manifest.writer().process());
            text(out, manifest.writer().host());
            text(out, manifest.writer().version());
            out.writeBoolean(manifest.savepoint());
            out.writeInt(manifest.operators().size());
            for (Operator operator : manifest.operators()) {
                operator(out, operator);
            }
            Map<String, String> sorted = new TreeMap<>(manifest.properties());
            out.writeInt(sorted.size());
            for (Map.Entry<String, String> property : sorted.entrySet()) {
                text(out, property.getKey());
                text(out, property.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Memory does not fail", e);
        }
        return SealedFile.seal(KIND, bytes.toByteArray());
    }

    private static void operator(DataOutputStream out, Operator operator) throws IOException {
        text(out, operator.uid());
        text(out, operator.id().value());
        text(out, operator.name());
        out.writeInt(operator.maxParallelism());
        bytes(out, operator.coordinatorState());
        out.writeInt(operator.subtasks().size());
        for (Subtask subtask : operator.subtasks()) {
            out.writeByte(
                    switch (subtask.phase()) {
                        case RUNNING -> PHASE_RUNNING;
                        case ENDED -> PHASE_ENDED;
                        case FINISHED -> PHASE_FINISHED;
                    });
            out.writeInt(subtask.handles().size());
            for (StateHandle handle : subtask.handles()) {
                handle(out, handle);
            }
        }
    }

    private static void handle(DataOutputStream out, StateHandle handle) throws IOException {
        out.writeByte(
                switch (handle.kind()) {
                    case KEYED -> KIND_KEYED;
                    case OPERATOR -> KIND_OPERATOR;
                    case KEYED_LAYERS -> KIND_KEYED_LAYERS;
                    case KEYED_ROCKSDB -> KIND_KEYED_ROCKSDB;
                    case IN_FLIGHT -> KIND_IN_FLIGHT;
                });
        if (handle.kind().isKeyed()) {
            out.writeInt(handle.keyGroups().first());
            out.writeInt(handle.keyGroups().last());
        }
        out.writeInt(handle.states().size());
        for (StateSummary state : handle.states()) {
            text(out, state.name());
            text(out, state.kind());
            text(out, state.type());
            out.writeLong(state.entries());
        }
        stored(out, handle.bytes());
        out.writeInt(handle.files().size());
        for (SharedFile file : handle.files()) {
            text(out, file.name());
            out.writeLong(file.checkpointId());
            stored(out, file.place());
        }
    }

    private static void stored(DataOutputStream out, StoredState state) throws IOException {
        if (state instanceof StoredState.Inline inline) {
            out.writeByte(INLINE);
            bytes(out, inline.bytes());
            out.writeInt(inline.checksum());
            return;
        }
        if (state instanceof StoredState.InFile file) {
            out.writeByte(IN_FILE);
            text(out, file.path());
        } else if (state instanceof StoredState.Bare file) {
            out.writeByte(BARE);
            text(out, file.path());
        }
        out.writeLong(state.length());
        out.writeInt(state.checksum());
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        bytes(out, text == null ? null : text.getBytes(StandardCharsets.UTF_8));
    }

    private static void bytes(DataOutputStream out, byte[] bytes) throws IOException {
        if (bytes == null) {
            out.writeInt(ABSENT);
        } else {
            out.writeInt(bytes.length);
            out.write(bytes);
        }
    }

    // ---- reading
    // -------------------------------------------------------------------------------------------

    static CheckpointManifest decode(byte[] sealed, String where) throws DamagedFileException {
        SealedFile.Content content = SealedFile.open(sealed, KIND, where);
        ByteBuffer in = ByteBuffer.wrap(content.bytes());
        try {
            CheckpointManifest manifest = manifest(in, content.version());
            if (in.hasRemaining()) {
                throw malformed(where, in.remaining() + " bytes follow its end", null);
            }
            return manifest;
        } catch (BufferUnderflowException
                | CharacterCodingException
                | IllegalArgumentException
                | NullPointerException e) {
            // The seal was right, so these are the bytes that were written: the writer was wrong.
            throw malformed(where, "at byte " + in.position() + " of its content: " + e, e);
        }
    }

    private static DamagedFileException malformed(String where, String what, Throwable cause) {
        DamagedFileException e =
                new DamagedFileException(
                        where,
                        Reason.MALFORMED,
                        "the manifest is intact but makes no sense: " + what);
        e.initCause(cause);
        return e;
    }

    private static CheckpointManifest manifest(ByteBuffer in, int version)
            throws CharacterCodingException {
        long checkpointId = in.getLong();
        long triggerTimestamp = in.getLong();
        long completionTimestamp = in.getLong();
        String jobName = text(in);
        String jobId = text(in);
        Writer writer = new Writer(in.getLong(), text(in), text(in));
        boolean savepoint = in.get() != 0;
        int count = count(in);
        List<Operator> operators = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            operators.add(operator(in, version));
        }
        Map<String, String> properties = new TreeMap<>();
        int propertyCount = count(in);
        for (int i = 0; i < propertyCount; i++) {
            properties.put(text(in), text(in));
        }
        return new CheckpointManifest(
                checkpointId,
                triggerTimestamp,
                completionTimestamp,
                jobName,
                jobId,
                writer,
                savepoint,
                operators,
                properties);
    }

    private static Operator operator(ByteBuffer in, int version) throws CharacterCodingException {
        String uid = text(in);
        OperatorId id = new OperatorId(text(in));
        String name = text(in);
        int maxParallelism = in.getInt();
        byte[] coordinatorState = bytes(in);
        int parallelism = count(in);
        List<Subtask> subtasks = new ArrayList<>();
        for (int i = 0; i < parallelism; i++) {
            int phase = in.get();
            int count = count(in);
            List<StateHandle> handles = new ArrayList<>();
            for (int j = 0; j < count; j++) {
                handles.add(handle(in, version));
            }
            subtasks.add(new Subtask(phase(phase), handles));
        }
        return new Operator(uid, id, name, maxParallelism, coordinatorState, subtasks);
    }

    private static Phase phase(int number) {
        return switch (number) {
            case PHASE_RUNNING -> Phase.RUNNING;
            case PHASE_ENDED -> Phase.ENDED;
            case PHASE_FINISHED -> Phase.FINISHED;
            default -> throw new IllegalArgumentException("no phase has the number " + number);
        };
    }

    private static StateHandle.Kind kind(int number) {
        return switch (number) {
            case KIND_KEYED -> StateHandle.Kind.KEYED;
            case KIND_OPERATOR -> StateHandle.Kind.OPERATOR;
            case KIND_KEYED_LAYERS -> StateHandle.Kind.KEYED_LAYERS;
            case KIND_KEYED_ROCKSDB -> StateHandle.Kind.KEYED_ROCKSDB;
            case KIND_IN_FLIGHT -> StateHandle.Kind.IN_FLIGHT;
            default ->
                    throw new IllegalArgumentException("no kind of state has the number " + number);
        };
    }

    private static StateHandle handle(ByteBuffer in, int version) throws CharacterCodingException {
        StateHandle.Kind kind = kind(in.get());
        KeyGroupRange keyGroups =
                kind.isKeyed() ? new KeyGroupRange(in.getInt(), in.getInt()) : null;
        int count = count(in);
        List<StateSummary> states = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            states.add(new StateSummary(text(in), text(in), text(in), in.getLong()));
        }
        StoredState bytes = stored(in);
        List<SharedFile> files = new ArrayList<>();
        int fileCount = version == 1 ? 0 : count(in);
        for (int i = 0; i < fileCount; i++) {
            files.add(new SharedFile(text(in), in.getLong(), stored(in)));
        }
        return new StateHandle(kind, keyGroups, states, bytes, files);
    }

    private static StoredState stored(ByteBuffer in) throws CharacterCodingException {
        int place = in.get();
        return switch (place) {
            case INLINE -> new StoredState.Inline(bytes(in), in.getInt());
            case IN_FILE -> new StoredState.InFile(text(in), in.getLong(), in.getInt());
            case BARE -> new StoredState.Bare(text(in), in.getLong(), in.getInt());
            default ->
                    throw new IllegalArgumentException("no place of state has the number " + place);
        };
    }

    private static String text(ByteBuffer in) throws CharacterCodingException {
        byte[] bytes = bytes(in);
        return bytes == null
                ? null
                : StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }

    private static byte[] bytes(ByteBuffer in) {
        int length = in.getInt();
        if (length == ABSENT) {
            return null;
        }
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException(
                    "a length of " + length + " where " + in.remaining() + " bytes are left");
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    private static int count(ByteBuffer in) {
        int count = in.getInt();
        // Every item has at least one byte, so a larger count is wrong and must not reserve memory.
        if (count < 0 || count > in.remaining()) {
            throw new IllegalArgumentException(
                    "a number of " + count + " items where " + in.remaining() + " bytes are left");
        }
        return count;
    }
}
