// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.core.memory.DataOutputView;
import io.millrace.engine.storage.SpillFile;
import io.millrace.spi.types.TypeDescription;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * What was on its way to one subtask when a barrier overtook it: records and watermarks, per
 * channel and in order. {@code docs/formats/in-flight.md} tells how it is written.
 *
 * <p>That a channel was idle is not in it: the sender says so again, or never was after a restore,
 * and a receiver that took it for idle would let event time run ahead of it.
 *
 * <p>Filled on the task's step, then written by an I/O thread; {@link #release} by any.
 */
public final class InFlightLog extends SpillingLog {

    /**
     * The kind of a channel whose records were dealt by key, and whose receiver was given another
     * maximum parallelism since: whatever the parallelism is, they are dealt anew.
     */
    public static final String RESCALED = "rescaled";

    private static final int TIMESTAMP = 1;
    private static final int NULL = 2;
    private static final int WATERMARK = 4;
    private static final int ALL = TIMESTAMP | NULL | WATERMARK;
    private static final long NO_TIMESTAMP = Long.MIN_VALUE;

    /**
     * A channel as a snapshot names it.
     *
     * @param name see the format's page
     * @param kind how the edge deals records, in a word
     */
    public record Channel(
            String name,
            String kind,
            TypeSerializer<Object> records,
            String type,
            StateShape shape) {

        /** A channel of records with this serializer. */
        public static Channel of(String name, String kind, TypeSerializer<Object> records) {
            return new Channel(
                    name, kind, records, TypeDescription.of(records), StateShape.of(records));
        }
    }

    /** Takes what is read. */
    public interface Reader {
        /**
         * What follows came over this channel.
         *
         * @return what reads its records; null to leave them out
         */
        TypeSerializer<Object> channel(String name, String kind, String type, StateShape shape)
                throws IOException;

        /** A record; {@link Long#MIN_VALUE} stands for no timestamp. */
        void record(Object value, long timestamp);

        void watermark(long timestamp);
    }

    private final List<Channel> channels;

    /**
     * An empty log.
     *
     * @param memoryBytes how much of it may be in memory
     * @param disk takes the rest; closed with the log
     */
    public InFlightLog(List<Channel> channels, long memoryBytes, SpillFile disk) {
        super(channels.size(), memoryBytes, disk);
        this.channels = List.copyOf(channels);
    }

    /**
     * Adds a record.
     *
     * @param channel its place among those of the log
     * @param timestamp {@link Long#MIN_VALUE} for none
     * @throws IllegalStateException the record can't be serialized
     * @throws UncheckedIOException the disk refuses it
     */
    public void record(int channel, Object value, long timestamp) {
        boolean stamped = timestamp != NO_TIMESTAMP;
        try {
            entry.clear();
            entry.writeByte((stamped ? TIMESTAMP : 0) | (value == null ? NULL : 0));
            if (stamped) {
                entry.writeLong(timestamp);
            }
            if (value != null) {
                channels.get(channel).records().serialize(value, entry);
            }
        } catch (IOException | RuntimeException e) {
            throw new IllegalStateException(
                    "A record that was overtaken by a barrier can't be serialized as "
                            + channels.get(channel).type()
                            + ", so it can't be part of a checkpoint: "
                            + e
                            + ". Give the stream the type of its records (returns(...)), or switch"
                            + " unaligned checkpoints off",
                    e);
        }
        add(channel);
    }

    /** Adds a watermark. */
    public void watermark(int channel, long timestamp) {
        try {
            entry.clear();
            entry.writeByte(WATERMARK);
            entry.writeLong(timestamp);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
        add(channel);
    }

    /** Reads what {@link #write} has written; closes the stream. */
    public static void read(InputStream in, Reader to) throws IOException {
        try (StateFileReader reader = StateFileReader.inFlight(in)) {
            while (reader.nextState()) {
                TypeSerializer<Object> records =
                        to.channel(reader.name(), reader.kind(), reader.type(), reader.shape());
                for (StateBlock block = reader.nextBlock();
                        block != null;
                        block = reader.nextBlock()) {
                    if (records != null) {
                        block.forEach((bytes, length) -> readEntry(bytes, records, to));
                    }
                }
            }
        }
    }

    private static void readEntry(
            DataInputDeserializer in, TypeSerializer<Object> records, Reader to)
            throws IOException {
        int tag = in.readUnsignedByte();
        if ((tag & ~ALL) != 0) {
            throw new IOException("an element that was on its way has the unknown tag " + tag);
        }
        if ((tag & WATERMARK) != 0) {
            to.watermark(in.readLong());
        } else {
            long timestamp = (tag & TIMESTAMP) != 0 ? in.readLong() : NO_TIMESTAMP;
            to.record((tag & NULL) != 0 ? null : records.deserialize(in), timestamp);
        }
    }

    @Override
    public StateHandle.Kind kind() {
        return StateHandle.Kind.IN_FLIGHT;
    }

    @Override
    StateFileWriter begin(DataOutputView out, StateCompression compression) throws IOException {
        return StateFileWriter.inFlight(out, compression);
    }

    @Override
    void beginState(int list, StateFileWriter writer) throws IOException {
        Channel channel = channels.get(list);
        writer.beginState(channel.name(), channel.kind(), channel.type(), channel.shape());
    }
}
