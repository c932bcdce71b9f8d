// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.inspect;

import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.engine.checkpoint.CheckpointManifest.Operator;
import io.millrace.engine.checkpoint.CheckpointManifest.Subtask;
import io.millrace.engine.inspect.SortedItems.Item;
import io.millrace.engine.state.EntryVisitor;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StateHead;
import io.millrace.engine.state.StateSummary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares two checkpoints by operator, state and key, whatever the parallelism and the form of
 * either.
 *
 * <p>Entries lie in no order, so those of both are sorted by their keys first, one state at a time,
 * in memory of a given size and beyond it on local disk ({@link SortedItems}). Entries of a map are
 * compared one by one, a list as a whole. Timers and elements of operator state have nothing but
 * themselves to be known by: they come or go. Times of the last access do not count.
 */
public final class SnapshotDiff {

    private static final int BEFORE = 0;
    private static final int AFTER = 1;
    private static final List<StateSummary> NONE = List.of();

    private final Snapshot before;
    private final Snapshot after;
    private final ClassReaders classes;
    private final long budget;
    private final String directory;
    private final Progress progress;

    /**
     * @param loader finds classes of the program, where they are needed
     * @param budget bytes of memory for sorting
     * @param directory on local disk, for what does not fit
     */
    public SnapshotDiff(
            Snapshot before,
            Snapshot after,
            ClassLoader loader,
            long budget,
            String directory,
            Progress progress) {
        this.before = before;
        this.after = after;
        this.classes = new ClassReaders(loader);
        this.budget = budget;
        this.directory = directory;
        this.progress = progress;
    }

    /** What became of something. */
    public enum Kind {
        ADDED,
        REMOVED,
        CHANGED
    }

    /**
     * A state that was compared.
     *
     * @param operator its uid, or its id where it has none
     */
    public record Compared(String operator, String name, String kind) {}

    /**
     * One difference.
     *
     * @param at the key in a map; null where there is none
     * @param old null for what was added
     * @param now null for what was removed
     */
    public record Change(
            Compared state,
            Kind kind,
            Object key,
            Object namespace,
            Object at,
            Object old,
            Object now) {}

    /** How many of a state's entries are what. */
    public record Counts(Compared state, long same, long added, long removed, long changed) {

        public boolean isSame() {
            return added + removed + changed == 0;
        }
    }

    /** Hears of the differences as they are found. */
    public interface Sink {

        /** An operator, or a state of one, is in one of the two only, or is another: a sentence. */
        void remark(String text);

        /** One difference; whether more of this state are wanted one by one. */
        boolean change(Change change);

        /** A state was compared to its end. */
        void counts(Counts counts);
    }

    /**
     * Compares all.
     *
     * @return whether they are the same
     * @throws IOException one of them can't be read, or the disk is full
     */
    public boolean compare(Sink sink) throws IOException {
        boolean same = true;
        Map<String, Operator> left = byId(before);
        for (Operator now : after.manifest().operators()) {
            Operator old = left.remove(now.id().value());
            if (old == null) {
                if (now.hasState()) {
                    same = false;
                    sink.remark("operator " + Snapshot.called(now) + " was added");
                }
                continue;
            }
            same &= compare(old, now, sink);
        }
        for (Operator gone : left.values()) {
            if (gone.hasState()) {
                same = false;
                sink.remark("operator " + Snapshot.called(gone) + " is gone");
            }
        }
        return same;
    }

    private static Map<String, Operator> byId(Snapshot snapshot) {
        Map<String, Operator> byId = new LinkedHashMap<>();
        snapshot.manifest().operators().forEach(each -> byId.put(each.id().value(), each));
        return byId;
    }

    private boolean compare(Operator old, Operator now, Sink sink) throws IOException {
        boolean same = true;
        if (old.maxParallelism() != now.maxParallelism()) {
            same = false;
            sink.remark(
                    "operator "
                            + Snapshot.called(now)
                            + " has max parallelism "
                            + now.maxParallelism()
                            + " instead of "
                            + old.maxParallelism());
        }
        if (!Arrays.equals(old.coordinatorState(), now.coordinatorState())) {
            same = false;
            sink.remark("the enumerator of " + Snapshot.called(now) + " is elsewhere");
        }
        if (InFlight.isAnyTo(old) || InFlight.isAnyTo(now)) {
            // Neither has to be where the other is: it is no state, and will be by and by.
            sink.remark(
                    "what was on its way to operator "
                            + Snapshot.called(now)
                            + " is not compared: "
                            + elements(old)
                            + " elements before, "
                            + elements(now)
                            + " now");
        }
        Map<String, StateSummary> names = states(old);
        Map<String, StateSummary> olds = new LinkedHashMap<>(names);
        Map<String, StateSummary> news = states(now);
        names.putAll(news);
        for (Map.Entry<String, StateSummary> name : names.entrySet()) {
            StateSummary state = name.getValue();
            Compared compared =
                    new Compared(
                            now.uid() == null ? now.id().value() : now.uid(),
                            state.name(),
                            state.kind());
            StateSummary was = olds.get(name.getKey());
            StateSummary is = news.get(name.getKey());
            if (was != null && is != null && !was.type().equals(is.type())) {
                same = false;
                sink.remark(
                        "state '"
                                + state.name()
                                + "' of "
                                + Snapshot.called(now)
                                + " has type "
                                + is.type()
                                + " instead of "
                                + was.type());
            }
            same &= compare(compared, old, now, sink);
        }
        return same;
    }

    private static long elements(Operator operator) {
        return operator.handles().stream()
                .filter(InFlight::is)
                .flatMap(handle -> handle.states().stream())
                .mapToLong(StateSummary::entries)
                .sum();
    }

    private static Map<String, StateSummary> states(Operator operator) {
        Map<String, StateSummary> states = new LinkedHashMap<>();
        for (StateHandle handle : operator.handles()) {
            for (StateSummary state : InFlight.is(handle) ? NONE : handle.states()) {
                states.put(state.kind() + ' ' + state.name(), state);
            }
        }
        return states;
    }

    private boolean compare(Compared state, Operator old, Operator now, Sink sink)
            throws IOException {
        try (SortedItems items = new SortedItems(budget, directory)) {
            List<EntryReader> readers = new ArrayList<>();
            collect(before, old, state, BEFORE, items, readers);
            collect(after, now, state, AFTER, items, readers);
            Groups groups = new Groups(state, readers, sink);
            items.forEach(groups::take);
            groups.end();
            Counts counts = groups.counts();
            sink.counts(counts);
            return counts.isSame();
        }
    }

    private void collect(
            Snapshot snapshot,
            Operator operator,
            Compared state,
            int side,
            SortedItems items,
            List<EntryReader> readers)
            throws IOException {
        for (Subtask subtask : operator.subtasks()) {
            boolean any = false;
            for (StateHandle handle : subtask.handles()) {
                boolean has =
                        !InFlight.is(handle)
                                && handle.states().stream()
                                        .anyMatch(
                                                each ->
                                                        each.name().equals(state.name)
                                                                && each.kind().equals(state.kind));
                if (has) {
                    any = true;
                    snapshot.read(handle, new Collect(state, side, items, readers), progress);
                }
            }
            if (any && state.kind.equals("broadcast")) {
                return; // every subtask has all of it
            }
        }
    }

    /** Puts all items of a state among those to be sorted. */
    private final class Collect implements EntryVisitor {
        private final Compared state;
        private final int side;
        private final SortedItems items;
        private final List<EntryReader> readers;
        private EntryReader reader;
        private int origin;

        Collect(Compared state, int side, SortedItems items, List<EntryReader> readers) {
            this.state = state;
            this.side = side;
            this.items = items;
            this.readers = readers;
        }

        @Override
        public boolean begin(StateHead head) {
            if (!head.name().equals(state.name) || !head.kind().equals(state.kind)) {
                return false;
            }
            // Subtasks may have written a state in several forms.
            for (origin = side; origin < 2 * readers.size(); origin += 2) {
                if (readers.get(origin / 2).head().equals(head)) {
                    reader = readers.get(origin / 2);
                    return true;
                }
            }
            reader = new EntryReader(head, classes);
            readers.add(reader);
            return true;
        }

        @Override
        public boolean entry(DataInputDeserializer in, int length) throws IOException {
            byte[] entry = new byte[length];
            in.readFully(entry);
            return reader.read(
                    entry,
                    true,
                    item -> {
                        byte[] value =
                                reader.isCounted()
                                        ? new byte[0]
                                        : Arrays.copyOfRange(
                                                entry, item.valueFrom(), item.valueTo());
                        items.add(new Item(origin, reader.identity(entry, item), value));
                        return true;
                    });
        }
    }

    /** Compares items of one identity with each other, as they come sorted. */
    private static final class Groups {
        private final Compared state;
        private final List<EntryReader> readers;
        private final Sink sink;
        private final List<Item> olds = new ArrayList<>();
        private final List<Item> news = new ArrayList<>();
        private byte[] identity;
        private boolean wanted = true;
        private long same;
        private long added;
        private long removed;
        private long changed;

        Groups(Compared state, List<EntryReader> readers, Sink sink) {
            this.state = state;
            this.readers = readers;
            this.sink = sink;
        }

        boolean take(Item item) throws IOException {
            if (identity != null && !Arrays.equals(identity, item.identity())) {
                end();
            }
            identity = item.identity();
            ((item.origin() & 1) == BEFORE ? olds : news).add(item);
            return true;
        }

        void end() throws IOException {
            int both = Math.min(olds.size(), news.size());
            for (int i = 0; i < both; i++) {
                compare(olds.get(i), news.get(i));
            }
            for (Item item : olds.subList(both, olds.size())) {
                removed++;
                tell(Kind.REMOVED, item, null);
            }
            for (Item item : news.subList(both, news.size())) {
                added++;
                tell(Kind.ADDED, null, item);
            }
            olds.clear();
            news.clear();
        }

        private void compare(Item old, Item now) throws IOException {
            if (Arrays.equals(old.value(), now.value())
                    || Shown.same(reader(old).value(old.value()), reader(now).value(now.value()))) {
                same++;
            } else {
                changed++;
                tell(Kind.CHANGED, old, now);
            }
        }

        private void tell(Kind kind, Item old, Item now) throws IOException {
            if (!wanted) {
                return;
            }
            EntryReader known = reader(now == null ? old : now);
            List<Object> parts = known.identified((now == null ? old : now).identity());
            boolean counted = known.isCounted();
            wanted =
                    sink.change(
                            new Change(
                                    state,
                                    kind,
                                    parts.get(0),
                                    parts.get(1),
                                    counted ? null : parts.get(2),
                                    value(old, counted, parts),
                                    value(now, counted, parts)));
        }

        private EntryReader reader(Item item) {
            return readers.get(item.origin() / 2);
        }

        private Object value(Item item, boolean counted, List<Object> parts) throws IOException {
            if (item == null) {
                return null;
            }
            return counted ? parts.get(2) : reader(item).value(item.value());
        }

        Counts counts() {
            return new Counts(state, same, added, removed, changed);
        }
    }
}
