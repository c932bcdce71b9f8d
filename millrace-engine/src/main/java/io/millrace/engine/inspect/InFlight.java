// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.inspect;

import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.engine.checkpoint.CheckpointManifest.Operator;
import io.millrace.engine.checkpoint.CheckpointManifest.Subtask;
import io.millrace.engine.state.EntryVisitor;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StateHead;
import io.millrace.engine.state.StateSummary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was on its way between operators when barriers overtook it: records and watermarks, channel
 * by channel and in order ({@code docs/formats/in-flight.md}).
 */
public final class InFlight {

    private static final int TIMESTAMP = 1;
    private static final int NULL = 2;
    private static final int WATERMARK = 4;

    private InFlight() {}

    /**
     * A channel on which something was.
     *
     * @param to uid of the operator that was to get it, or its id where it has none
     * @param subtask of that operator, from 0
     * @param input of that operator, from 0
     * @param from uid of the sender, or its id
     * @param connection which of the connections between the same two
     * @param sender subtask that sent
     * @param dealt how records are dealt out between the two, in a word
     * @param type of the records
     * @param elements records and watermarks
     * @param bytes which they take; negative where nobody looked
     */
    public record Channel(
            String to,
            int subtask,
            int input,
            String from,
            int connection,
            int sender,
            String dealt,
            String type,
            long elements,
            long bytes) {}

    /**
     * What was on a channel.
     *
     * @param watermark whether it is a watermark, of that timestamp
     * @param timestamp in milliseconds since 1970; null where a record has none
     * @param value the record as {@link Shown} tells values; null for a watermark, or a null
     */
    public record Element(Channel channel, boolean watermark, Long timestamp, Object value) {}

    /** Takes elements as they are read. */
    public interface Sink {

        /** Whether more are wanted. */
        boolean element(Element element);
    }

    /** Whether anything was on its way to the operator. */
    public static boolean isAnyTo(Operator operator) {
        return operator.handles().stream().anyMatch(InFlight::is);
    }

    static boolean is(StateHandle handle) {
        return handle.kind() == StateHandle.Kind.IN_FLIGHT;
    }

    /**
     * The channels to an operator on which something was.
     *
     * @param measure whether to read it, to see how many bytes are whose
     */
    public static List<Channel> channels(
            Snapshot snapshot, Operator operator, boolean measure, Progress progress)
            throws IOException {
        List<Channel> channels = new ArrayList<>();
        int index = 0;
        for (Subtask subtask : operator.subtasks()) {
            for (StateHandle handle : subtask.handles()) {
                if (is(handle)) {
                    Measure measured = new Measure();
                    if (measure) {
                        snapshot.readInFlight(handle, measured, progress);
                    }
                    for (StateSummary each : handle.states()) {
                        channels.add(
                                channel(
                                        snapshot,
                                        operator,
                                        index,
                                        each.name(),
                                        each.kind(),
                                        each.type(),
                                        each.entries(),
                                        measure
                                                ? measured.bytes.getOrDefault(each.name(), 0L)
                                                : -1));
                    }
                }
            }
            index++;
        }
        return channels;
    }

    private static Channel channel(
            Snapshot snapshot,
            Operator to,
            int subtask,
            String name,
            String dealt,
            String type,
            long elements,
            long bytes)
            throws IOException {
        String[] parts = name.split("/", -1);
        try {
            return new Channel(
                    uid(to),
                    subtask,
                    Integer.parseInt(parts[0]),
                    from(snapshot, parts[1]),
                    Integer.parseInt(parts[2]),
                    Integer.parseInt(parts[3]),
                    dealt,
                    type,
                    elements,
                    bytes);
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IOException(
                    "what was on its way to operator "
                            + Snapshot.called(to)
                            + " names its channel '"
                            + name
                            + "', which is no name of a channel",
                    e);
        }
    }

    private static String from(Snapshot snapshot, String id) {
        return snapshot.manifest().operators().stream()
                .filter(each -> each.id().value().equals(id))
                .map(InFlight::uid)
                .findFirst()
                .orElse(id);
    }

    private static String uid(Operator operator) {
        return operator.uid() == null ? operator.id().value() : operator.uid();
    }

    /**
     * Shows what was on its way to an operator, until no more is wanted.
     *
     * @param loader finds classes of the program, where they are needed
     * @return whether more was wanted to the end
     * @throws IOException it can't be read; naming the file
     */
    public static boolean read(
            Snapshot snapshot, Operator operator, ClassLoader loader, Progress progress, Sink sink)
            throws IOException {
        ClassReaders classes = new ClassReaders(loader);
        int index = 0;
        for (Subtask subtask : operator.subtasks()) {
            for (StateHandle handle : subtask.handles()) {
                if (is(handle)) {
                    Elements elements = new Elements(snapshot, operator, index, classes, sink);
                    snapshot.readInFlight(handle, elements, progress);
                    if (elements.done) {
                        return false;
                    }
                }
            }
            index++;
        }
        return true;
    }

    /** Adds up bytes, and looks into nothing. */
    private static final class Measure implements EntryVisitor {
        private final Map<String, Long> bytes = new LinkedHashMap<>();
        private String current;

        @Override
        public boolean begin(StateHead state) {
            current = state.name();
            return false;
        }

        @Override
        public boolean entry(DataInputDeserializer in, int length) {
            return false;
        }

        @Override
        public void end(long entries, long taken) {
            bytes.merge(current, taken, Long::sum);
        }
    }

    private static final class Elements implements EntryVisitor {
        private final Snapshot snapshot;
        private final Operator operator;
        private final int subtask;
        private final ClassReaders classes;
        private final Sink sink;
        private Channel channel;
        private ValueReader records;
        private boolean done;

        Elements(
                Snapshot snapshot,
                Operator operator,
                int subtask,
                ClassReaders classes,
                Sink sink) {
            this.snapshot = snapshot;
            this.operator = operator;
            this.subtask = subtask;
            this.classes = classes;
            this.sink = sink;
        }

        @Override
        public boolean begin(StateHead state) throws IOException {
            channel =
                    channel(
                            snapshot,
                            operator,
                            subtask,
                            state.name(),
                            state.kind(),
                            state.type(),
                            -1,
                            -1);
            records = EntryReader.reader(state.type(), state.shape(), 0, classes);
            return true;
        }

        @Override
        public boolean entry(DataInputDeserializer in, int length) throws IOException {
            byte[] entry = new byte[length];
            in.readFully(entry);
            done = !sink.element(element(entry));
            return !done;
        }

        private Element element(byte[] entry) throws IOException {
            DataInputDeserializer in = new DataInputDeserializer(entry);
            int flags = in.readUnsignedByte();
            boolean watermark = (flags & WATERMARK) != 0;
            Long timestamp = watermark || (flags & TIMESTAMP) != 0 ? (Long) in.readLong() : null;
            if (watermark || (flags & NULL) != 0) {
                return new Element(channel, watermark, timestamp, null);
            }
            int from = in.getPosition();
            Object value;
            try {
                value = records.read(in);
            } catch (UnreadableType e) {
                value = Shown.rest(entry, from, entry.length, e.getMessage());
            }
            return new Element(channel, false, timestamp, value);
        }

        @Override
        public boolean isDone() {
            return done;
        }
    }
}
