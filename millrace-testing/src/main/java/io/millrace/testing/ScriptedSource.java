// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing;

import io.millrace.api.common.eventtime.Watermark;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.connector.source.Boundedness;
import io.millrace.api.connector.source.ReaderOutput;
import io.millrace.api.connector.source.Source;
import io.millrace.api.connector.source.SourceOutput;
import io.millrace.api.connector.source.SourceReader;
import io.millrace.api.connector.source.SourceReaderContext;
import io.millrace.api.connector.source.SourceSplit;
import io.millrace.api.connector.source.SplitEnumerator;
import io.millrace.api.connector.source.SplitEnumeratorContext;
import io.millrace.api.java.typeutils.ResultTypeQueryable;
import io.millrace.core.io.InputStatus;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.spi.SplitsOnRequest;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * A source that does what a test has written down: records with their timestamps, watermarks, and
 * when it is idle.
 *
 * <pre>{@code
 * ScriptedSource<String> clicks =
 *         ScriptedSource.of(Types.STRING).at(10, "a").watermark(15).at(12, "late").idle();
 * env.fromSource(clicks, WatermarkStrategy.noWatermarks(), "clicks");
 * }</pre>
 *
 * <p>Each method returns a further source and leaves this one as it is. After the last step the
 * source ends. {@link #split} begins another script, which is read beside the one before; one
 * script's order is kept. A script is read by one subtask. One that has none ends at once, but what
 * is behind it may learn that late, and until then its watermark does not move: where watermarks
 * matter, give the source no more subtasks than it has scripts, with one script {@code
 * setParallelism(1)}. Where a script stands is in checkpoints. In a {@link Simulation}, {@link
 * SimulatedWorld#source} makes one that takes its time.
 *
 * @param <T> the records; they must be serializable
 */
public final class ScriptedSource<T>
        implements Source<T, ScriptedSource.Place, List<ScriptedSource.Place>>,
                ResultTypeQueryable<T> {

    private static final long serialVersionUID = 1L;

    private enum What {
        RECORD,
        RECORD_AT,
        WATERMARK,
        IDLE
    }

    private record Step(What what, Object value, long time) implements Serializable {}

    /** How far a script has been read. */
    public record Place(int script, int next) implements SourceSplit {
        @Override
        public String splitId() {
            return "script-" + script;
        }
    }

    private final TypeInformation<T> type;

    @SuppressWarnings("serial") // array lists of what the test gave
    private final List<List<Step>> scripts;

    /** Null outside a simulation. */
    private final SimulatedWorld world;

    private ScriptedSource(
            TypeInformation<T> type, List<List<Step>> scripts, SimulatedWorld world) {
        this.type = type;
        this.scripts = scripts;
        this.world = world;
    }

    /** An empty one. */
    public static <T> ScriptedSource<T> of(TypeInformation<T> type) {
        return new ScriptedSource<>(
                Objects.requireNonNull(type, "type"), List.of(new ArrayList<>()), null);
    }

    /** An empty one. */
    public static <T> ScriptedSource<T> of(Class<T> type) {
        return of(TypeInformation.of(type));
    }

    /** A record with this timestamp. */
    public ScriptedSource<T> at(long timestamp, T record) {
        return with(new Step(What.RECORD_AT, record, timestamp));
    }

    /** Records without timestamps. */
    @SafeVarargs
    @SuppressWarnings("varargs") // they are only read
    public final ScriptedSource<T> records(T... records) {
        return records(Arrays.asList(records));
    }

    /** Records without timestamps. */
    public ScriptedSource<T> records(Collection<? extends T> records) {
        ScriptedSource<T> more = this;
        for (T record : records) {
            more = more.with(new Step(What.RECORD, record, 0));
        }
        return more;
    }

    /** A watermark of the source's own; with the strategy {@code noWatermarks} the only ones. */
    public ScriptedSource<T> watermark(long timestamp) {
        return with(new Step(What.WATERMARK, null, timestamp));
    }

    /** Nobody need wait for this script's watermark, until its next step. */
    public ScriptedSource<T> idle() {
        return with(new Step(What.IDLE, null, 0));
    }

    /** What is said from here on is another script. */
    public ScriptedSource<T> split() {
        List<List<Step>> more = copy();
        more.add(new ArrayList<>());
        return new ScriptedSource<>(type, more, world);
    }

    ScriptedSource<T> in(SimulatedWorld place) {
        return new ScriptedSource<>(type, scripts, place);
    }

    private ScriptedSource<T> with(Step step) {
        List<List<Step>> more = copy();
        more.get(more.size() - 1).add(step);
        return new ScriptedSource<>(type, more, world);
    }

    private List<List<Step>> copy() {
        List<List<Step>> copy = new ArrayList<>();
        scripts.forEach(script -> copy.add(new ArrayList<>(script)));
        return copy;
    }

    @Override
    public TypeInformation<T> getProducedType() {
        return type;
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SplitEnumerator<Place, List<Place>> createEnumerator(
            SplitEnumeratorContext<Place> context) {
        List<Place> all = new ArrayList<>();
        for (int i = 0; i < scripts.size(); i++) {
            all.add(new Place(i, 0));
        }
        return restoreEnumerator(context, all);
    }

    @Override
    public SplitEnumerator<Place, List<Place>> restoreEnumerator(
            SplitEnumeratorContext<Place> context, List<Place> left) {
        return new SplitsOnRequest<>(context, left);
    }

    @Override
    public SimpleVersionedSerializer<Place> getSplitSerializer() {
        return new PlaceBytes();
    }

    @Override
    public SimpleVersionedSerializer<List<Place>> getEnumeratorCheckpointSerializer() {
        return new PlacesBytes();
    }

    @Override
    public SourceReader<T, Place> createReader(SourceReaderContext context) {
        return new Reader<>(context, scripts, world);
    }

    private static final class Reader<T> implements SourceReader<T, Place> {
        private static final int MAX_BURST = 6;
        private static final int MAX_REST_MS = 4;

        private final SourceReaderContext context;
        private final List<List<Step>> scripts;
        private final SimulatedWorld world;
        private final ArrayDeque<Place> places = new ArrayDeque<>();
        private CompletableFuture<Void> available = new CompletableFuture<>();
        private boolean noMore;
        private int burst;

        Reader(SourceReaderContext context, List<List<Step>> scripts, SimulatedWorld world) {
            this.context = context;
            this.scripts = scripts;
            this.world = world;
        }

        @Override
        public void start() {
            if (places.isEmpty()) {
                context.sendSplitRequest();
            }
        }

        @Override
        public InputStatus pollNext(ReaderOutput<T> output) {
            Place place = places.peek();
            if (place == null) {
                if (noMore) {
                    return InputStatus.END_OF_INPUT;
                }
                available = new CompletableFuture<>();
                return InputStatus.NOTHING_AVAILABLE;
            }
            if (world != null && rests()) {
                return InputStatus.NOTHING_AVAILABLE;
            }
            places.poll();
            List<Step> script = scripts.get(place.script());
            if (place.next() < script.size()) {
                doIt(script.get(place.next()), output.createOutputForSplit(place.splitId()));
                places.addFirst(new Place(place.script(), place.next() + 1));
            } else {
                output.releaseOutputForSplit(place.splitId());
                if (places.isEmpty() && !noMore) {
                    context.sendSplitRequest();
                }
            }
            return InputStatus.MORE_AVAILABLE;
        }

        /** In a simulation a source takes its time, so that checkpoints have theirs. */
        private boolean rests() {
            if (burst-- > 0) {
                world.userCode("reading");
                return false;
            }
            burst = 1 + world.draw(MAX_BURST);
            CompletableFuture<Void> rested = new CompletableFuture<>();
            available = rested;
            world.later(MAX_REST_MS, () -> rested.complete(null));
            return true;
        }

        @SuppressWarnings("unchecked") // scripts have records of the source's type
        private void doIt(Step step, SourceOutput<T> out) {
            switch (step.what()) {
                case RECORD -> out.collect((T) step.value());
                case RECORD_AT -> out.collect((T) step.value(), step.time());
                case WATERMARK -> out.emitWatermark(new Watermark(step.time()));
                case IDLE -> out.markIdle();
            }
        }

        @Override
        public List<Place> snapshotState(long checkpointId) {
            return List.copyOf(places);
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            return available;
        }

        @Override
        public void addSplits(List<Place> more) {
            places.addAll(more);
            available.complete(null);
        }

        @Override
        public void notifyNoMoreSplits() {
            noMore = true;
            available.complete(null);
        }

        @Override
        public void close() {}
    }

    private static final class PlaceBytes implements SimpleVersionedSerializer<Place> {
        static final int BYTES = 2 * Integer.BYTES;

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Place place) {
            return ByteBuffer.allocate(BYTES).putInt(place.script()).putInt(place.next()).array();
        }

        @Override
        public Place deserialize(int version, byte[] serialized) {
            ByteBuffer in = ByteBuffer.wrap(serialized);
            return new Place(in.getInt(), in.getInt());
        }
    }

    private static final class PlacesBytes implements SimpleVersionedSerializer<List<Place>> {
        private final PlaceBytes one = new PlaceBytes();

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(List<Place> places) {
            ByteBuffer out = ByteBuffer.allocate(PlaceBytes.BYTES * places.size());
            places.forEach(place -> out.put(one.serialize(place)));
            return out.array();
        }

        @Override
        public List<Place> deserialize(int version, byte[] serialized) {
            List<Place> places = new ArrayList<>();
            for (int at = 0; at < serialized.length; at += PlaceBytes.BYTES) {
                places.add(
                        one.deserialize(
                                1, Arrays.copyOfRange(serialized, at, at + PlaceBytes.BYTES)));
            }
            return places;
        }
    }
}
