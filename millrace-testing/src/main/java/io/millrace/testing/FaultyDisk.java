// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * A disk in memory that knows what of it would survive a loss of power.
 *
 * <p>Each directory has two lists of entries: the live one, that all calls see, and the durable
 * one. Each file has a length and a durable length. What is done to entries is remembered as
 * pending {@link Act}s until the directory is synced. A rename is one act, so it survives as a
 * whole or not at all; other acts are as independent as the strictest real file system would have
 * them: a file may be durable in a directory that is not.
 *
 * <p>Not thread safe; {@link FaultyFileSystem} guards it.
 */
final class FaultyDisk {

    /** What an entry leads to. */
    sealed interface Node permits Directory, File {
        /** When it was made or written to last; different for each. */
        long modified();
    }

    static final class Directory implements Node {
        final TreeMap<String, Node> live = new TreeMap<>();
        final TreeMap<String, Node> durable = new TreeMap<>();
        final long modified;

        Directory(long modified) {
            this.modified = modified;
        }

        @Override
        public long modified() {
            return modified;
        }
    }

    static final class File implements Node {
        private byte[] bytes = new byte[256];
        private int length;
        private int durableLength;
        long modified;

        File(long modified) {
            this.modified = modified;
        }

        @Override
        public long modified() {
            return modified;
        }

        int length() {
            return length;
        }

        int durableLength() {
            return durableLength;
        }

        void append(byte[] source, int offset, int count) {
            if (bytes.length < length + count) {
                bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
            }
            System.arraycopy(source, offset, bytes, length, count);
            length += count;
        }

        int read(long position, byte[] target, int offset, int count) {
            int n = (int) Math.min(count, length - position);
            System.arraycopy(bytes, (int) position, target, offset, n);
            return n;
        }

        void cut(long newLength) {
            length = (int) newLength;
            durableLength = Math.min(durableLength, length);
        }

        void sync() {
            durableLength = length;
        }

        void flip(long bit) {
            bytes[(int) (bit / 8)] ^= (byte) (1 << (bit % 8));
        }
    }

    /** One entry set, or removed when {@code node} is null. */
    record Change(Directory directory, String name, Node node) {}

    /** Changes that survive together or not at all. */
    record Act(List<Change> changes) {}

    private record Place(Directory directory, String name) {
        @Override
        public boolean equals(Object o) {
            return o instanceof Place that && directory == that.directory && name.equals(that.name);
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(directory) * 31 + name.hashCode();
        }
    }

    private final Directory root = new Directory(0);
    private final List<Act> pending = new ArrayList<>();

    Directory root() {
        return root;
    }

    void apply(Change... changes) {
        Act act = new Act(List.of(changes));
        for (Change change : act.changes()) {
            set(change.directory().live, change);
        }
        pending.add(act);
    }

    private static void set(Map<String, Node> entries, Change change) {
        if (change.node() == null) {
            entries.remove(change.name());
        } else {
            entries.put(change.name(), change.node());
        }
    }

    /** Makes the entries of a directory durable, with the earlier acts they depend on. */
    void sync(Directory directory) {
        Set<Place> needed = new HashSet<>();
        List<Act> survives = new ArrayList<>();
        for (int i = pending.size() - 1; i >= 0; i--) {
            Act act = pending.get(i);
            boolean included = false;
            for (Change change : act.changes()) {
                included |=
                        change.directory() == directory
                                || needed.contains(new Place(change.directory(), change.name()));
            }
            if (included) {
                act.changes()
                        .forEach(
                                change -> needed.add(new Place(change.directory(), change.name())));
                survives.add(0, act);
                pending.remove(i);
            }
        }
        survives.forEach(FaultyDisk::makeDurable);
    }

    private static void makeDurable(Act act) {
        for (Change change : act.changes()) {
            set(change.directory().durable, change);
        }
    }

    /**
     * Loses power. Without {@code random} all that was not synced is lost; with it, some of it
     * survives: any choice of acts in which no act survives without those before it on the same
     * entry, and of each file any part beyond what was synced.
     */
    void crash(Random random) {
        if (random != null) {
            Map<Place, Boolean> lost = new HashMap<>();
            for (Act act : pending) {
                boolean survives = random.nextBoolean();
                for (Change change : act.changes()) {
                    survives &= !lost.containsKey(new Place(change.directory(), change.name()));
                }
                if (survives) {
                    makeDurable(act);
                } else {
                    act.changes()
                            .forEach(
                                    change ->
                                            lost.put(
                                                    new Place(change.directory(), change.name()),
                                                    true));
                }
            }
        }
        pending.clear();
        restore(root, random);
    }

    private static void restore(Directory directory, Random random) {
        directory.live.clear();
        directory.live.putAll(directory.durable);
        // Not in the order of names, which may be random.
        List<Node> nodes = new ArrayList<>(directory.live.values());
        nodes.sort(Comparator.comparingLong(Node::modified));
        for (Node node : nodes) {
            if (node instanceof Directory child) {
                restore(child, random);
            } else if (node instanceof File file) {
                int unsynced = file.length - file.durableLength;
                int kept = random == null || unsynced == 0 ? 0 : random.nextInt(unsynced + 1);
                file.length = file.durableLength + kept;
                file.durableLength = file.length;
            }
        }
    }

    /** Bytes of all files that are there. */
    static long used(Directory directory) {
        long sum = 0;
        for (Node node : directory.live.values()) {
            sum += node instanceof File file ? file.length : used((Directory) node);
        }
        return sum;
    }
}
