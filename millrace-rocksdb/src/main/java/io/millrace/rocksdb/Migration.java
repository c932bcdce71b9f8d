// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.engine.state.IncompatibleShape;
import io.millrace.engine.state.NamespaceType;
import io.millrace.engine.state.StateMismatch;
import io.millrace.engine.state.StateName;
import io.millrace.engine.state.StateShape;
import io.millrace.engine.state.TimedSerializer;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives restored entries to the states and timers that the program asks for. What lies as it would
 * be written today is taken as it is, and no entry is read. Everything else (canonical entries,
 * classes that have changed, a time to live that came, went or changed) is read as it was written
 * and written anew, all of it at once, before the program has the state.
 */
final class Migration<K> {

    private static final Logger LOG = LoggerFactory.getLogger(Migration.class);

    private final Owner<K> owner;
    private final Database database;
    private final KeyBytes<K> keys;

    Migration(Owner<K> owner, Database database, KeyBytes<K> keys) {
        this.owner = owner;
        this.database = database;
        this.keys = keys;
    }

    /**
     * Puts a state over its column family.
     *
     * @param restored column families under its name
     * @param ttlMs how long entries live; 0 where they don't expire
     */
    void settle(Wanted<?> wanted, List<Column> restored, long ttlMs, Cleanup cleanup) {
        for (Column column : restored) {
            check(wanted, column.spec());
        }
        TableSpec spec =
                new TableSpec(
                        wanted.label().name(),
                        wanted.label().kind(),
                        wanted.type(),
                        wanted.shape(),
                        wanted.namespaces(),
                        TableSpec.Form.LIVE,
                        ttlMs);
        if (restored.size() == 1 && isAsWritten(wanted, restored.get(0), spec, cleanup)) {
            Column column = restored.get(0);
            column.retell(spec);
            wanted.table().over(column);
            if (spec.isTimed() && database.filters()) {
                database.compactByItself(column);
            }
            return;
        }
        Column column = database.create(spec, cleanup);
        wanted.table().over(column);
        for (Column old : restored) {
            rewrite(wanted, wanted.table(), old);
            database.drop(old);
        }
    }

    private static boolean byShape(Wanted<?> wanted, TableSpec restored) {
        return restored.shape().isKnown() && wanted.shape().isKnown();
    }

    private void check(Wanted<?> wanted, TableSpec restored) {
        boolean alike =
                TimedSerializer.withoutMark(restored.type())
                        .equals(TimedSerializer.withoutMark(wanted.type()));
        if (!restored.is(wanted.label().kind()) || !byShape(wanted, restored) && !alike) {
            throw new StateMismatch(differs(wanted, restored));
        }
        TypeSerializer<?> namespaces = wanted.table().place.namespaces();
        try {
            if (namespaces != null && !restored.namespaces().isReadBy(namespaces)) {
                throw new StateMismatch(differs(wanted, restored));
            }
            reading(wanted.table(), byShape(wanted, restored), restored);
        } catch (IncompatibleShape e) {
            throw new StateMismatch(
                    differs(wanted, restored) + " " + e.between(restored.type(), wanted.type()), e);
        }
    }

    private static <V> Reading<V> reading(StateTable<V> table, boolean byShape, TableSpec restored)
            throws IncompatibleShape {
        return table.reading(byShape ? restored.shape() : null, restored.isTimed());
    }

    private boolean isAsWritten(
            Wanted<?> wanted, Column restored, TableSpec spec, Cleanup cleanup) {
        TableSpec written = restored.spec();
        if (written.form() != TableSpec.Form.LIVE
                || written.isTimed() != spec.isTimed()
                || spec.isTimed()
                        && (written.ttlMs() != spec.ttlMs()
                                || cleanup.wanted() != database.filters())) {
            return false;
        }
        try {
            return !byShape(wanted, written) || wanted.table().isAsToday(written.shape());
        } catch (IncompatibleShape e) {
            throw new IllegalStateException("It was compatible a moment ago", e);
        }
    }

    private <V> void rewrite(Wanted<?> wanted, StateTable<V> table, Column old) {
        LOG.info(
                "Writes the {} anew: it was restored as {}",
                wanted.label(),
                old.spec().type()
                        + (old.spec().form() == TableSpec.Form.RAW
                                ? ", in the canonical form"
                                : ""));
        K interrupted = keys.key();
        try {
            Reading<V> reading = reading(table, byShape(wanted, old.spec()), old.spec());
            DataInputDeserializer in = new DataInputDeserializer();
            CanonicalEntries.forEach(
                    database,
                    old,
                    owner.keyGroups(),
                    null,
                    (group, entry) -> {
                        in.setBuffer(entry.getSharedBuffer(), 0, entry.length());
                        K key = owner.keySerializer().deserialize(in);
                        keys.set(key, key.hashCode());
                        enter(table.place, in);
                        V value = reading.read(in);
                        requireEnd(in);
                        if (value != null) {
                            table.write(value);
                        }
                    });
        } catch (IOException | RuntimeException | LinkageError | IncompatibleShape e) {
            if (e instanceof RocksFailure failure) {
                throw failure;
            }
            // All bytes were read and verified before: it is the serializer that can't read them.
            throw new StateMismatch(
                    "The "
                            + wanted.label()
                            + " cannot be restored: the serializer of the program's type does not read"
                            + " what was written ("
                            + e
                            + "). Has the class of the state changed since?",
                    e);
        } finally {
            keys.set(interrupted, interrupted == null ? 0 : interrupted.hashCode());
        }
    }

    private static void requireEnd(DataInputDeserializer in) throws IOException {
        if (in.available() > 0) {
            throw new IOException(in.available() + " bytes of an entry were not read");
        }
    }

    private static <N> void enter(Place<N> place, DataInputDeserializer in) throws IOException {
        if (place.namespaces() != null) {
            place.enter(place.namespaces().deserialize(in));
        }
    }

    String differs(Wanted<?> wanted, TableSpec restored) {
        return differs(
                wanted, "was restored as", restored.kind(), restored.type(), restored.namespaces());
    }

    String differs(
            Wanted<?> wanted, String how, String kind, String type, NamespaceType namespaces) {
        return "State '"
                + wanted.label().name()
                + "' of "
                + owner
                + " "
                + how
                + " "
                + kind
                + " state of type "
                + type
                + (namespaces.any() ? " " + namespaces : "")
                + ", but the program now asks for "
                + wanted.label().kind()
                + " state of type "
                + wanted.type()
                + (namespaces.any() ? " " + wanted.namespaces() : "")
                + ". Keep kind and type, or give the new state another name.";
    }

    // ---- timers ---------------------------------------------------------------------------------

    /**
     * Timers, with what was restored for them.
     *
     * @param namespaces null where there are none
     * @param onlyNamespace what stands for them then
     */
    <N> RocksTimerQueue<K, N> timers(
            String name,
            TypeSerializer<N> namespaces,
            N onlyNamespace,
            List<Column> restored,
            int cacheSize) {
        for (Column column : restored) {
            check(name, namespaces, column.spec());
        }
        TableSpec spec =
                new TableSpec(
                        name,
                        StateName.TIMERS,
                        owner.keyType(),
                        StateShape.NONE,
                        NamespaceType.of(namespaces),
                        TableSpec.Form.LIVE,
                        0);
        boolean asWritten =
                restored.size() == 1 && restored.get(0).spec().form() == TableSpec.Form.LIVE;
        Column column = asWritten ? restored.get(0) : database.create(spec, Cleanup.NONE);
        if (asWritten) {
            column.retell(spec);
        }
        RocksTimerQueue<K, N> queue =
                new RocksTimerQueue<>(
                        database,
                        column,
                        keys,
                        namespaces,
                        onlyNamespace,
                        owner.keyGroups(),
                        cacheSize,
                        !asWritten);
        for (Column old : asWritten ? List.<Column>of() : restored) {
            rewrite(name, queue, old);
            database.drop(old);
        }
        return queue;
    }

    private <N> void rewrite(String name, RocksTimerQueue<K, N> queue, Column old) {
        DataInputDeserializer in = new DataInputDeserializer();
        try {
            CanonicalEntries.forEach(
                    database,
                    old,
                    owner.keyGroups(),
                    null,
                    (group, entry) -> {
                        in.setBuffer(entry.getSharedBuffer(), 0, entry.length());
                        K key = owner.keySerializer().deserialize(in);
                        N namespace =
                                queue.namespaces() == null
                                        ? queue.onlyNamespace()
                                        : queue.namespaces().deserialize(in);
                        queue.add(key, key.hashCode(), namespace, in.readLong());
                        requireEnd(in);
                    });
        } catch (IOException | RuntimeException e) {
            if (e instanceof RocksFailure failure) {
                throw failure;
            }
            throw new StateMismatch(
                    "The timers '"
                            + name
                            + "' of "
                            + owner
                            + " cannot be restored: the serializer of the key does not read what was written ("
                            + e
                            + "). Has the class of the key changed since?",
                    e);
        }
    }

    private void check(String name, TypeSerializer<?> namespaces, TableSpec restored) {
        try {
            boolean none = namespaces == null && !restored.namespaces().any();
            if (!none && (namespaces == null || !restored.namespaces().isReadBy(namespaces))) {
                throw otherTimers(name, "were restored " + restored.namespaces(), namespaces);
            }
        } catch (IncompatibleShape e) {
            throw new StateMismatch(
                    otherTimers(name, "were restored " + restored.namespaces(), namespaces)
                                    .getMessage()
                            + " "
                            + e.between(
                                    restored.namespaces().text(),
                                    NamespaceType.of(namespaces).text()),
                    e);
        }
    }

    StateMismatch otherTimers(String name, String how, TypeSerializer<?> wanted) {
        return new StateMismatch(
                "The timers '"
                        + name
                        + "' of "
                        + owner
                        + " "
                        + how
                        + ", but the program now asks for timers "
                        + NamespaceType.of(wanted)
                        + ". Keep the type of the namespaces, or give the timers another name.");
    }
}
