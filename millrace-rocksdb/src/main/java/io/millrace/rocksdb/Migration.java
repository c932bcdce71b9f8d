// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.engine.state.AskedState;
import io.millrace.engine.state.AskedTimers;
import io.millrace.engine.state.NamespaceType;
import io.millrace.engine.state.StateName;
import io.millrace.engine.state.StateShape;
import io.millrace.engine.state.TypeFit;
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
        AskedState asked = wanted.asked();
        TableSpec spec =
                new TableSpec(
                        asked.label().name(),
                        asked.label().kind(),
                        asked.type(),
                        StateShape.of(asked.serializers().toArray(new TypeSerializer<?>[0])),
                        NamespaceType.of(asked.namespaces()),
                        TableSpec.Form.LIVE,
                        ttlMs);
        if (restored.size() == 1 && isAsWritten(asked, restored.get(0), spec, cleanup)) {
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
            rewrite(asked, wanted.table(), old);
            database.drop(old);
        }
    }

    private boolean isAsWritten(
            AskedState asked, Column restored, TableSpec spec, Cleanup cleanup) {
        TableSpec written = restored.spec();
        if (written.form() != TableSpec.Form.LIVE
                || written.isTimed() != spec.isTimed()
                || spec.isTimed()
                        && (written.ttlMs() != spec.ttlMs()
                                || cleanup.wanted() != database.filters())) {
            return false;
        }
        return asked.fit(written.header()).outcome() == TypeFit.Outcome.AS_IS;
    }

    private <V> void rewrite(AskedState asked, StateTable<V> table, Column old) {
        LOG.info(
                "Writes the {} anew: it was restored as {}",
                asked.label(),
                old.spec().type()
                        + (old.spec().form() == TableSpec.Form.RAW
                                ? ", in the canonical form"
                                : ""));
        K interrupted = keys.key();
        try {
            Reading<V> reading =
                    table.reading(asked.fit(old.spec().header()), old.spec().isTimed());
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
        } catch (IOException | RuntimeException | LinkageError e) {
            if (e instanceof RocksFailure failure) {
                throw failure;
            }
            throw asked.label().unreadable(e);
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

    // ---- timers ---------------------------------------------------------------------------------

    /**
     * Timers, with what was restored for them.
     *
     * @param namespaces null where there are none
     * @param onlyNamespace what stands for them then
     */
    <N> RocksTimerQueue<K, N> timers(
            AskedTimers asked,
            TypeSerializer<N> namespaces,
            N onlyNamespace,
            List<Column> restored,
            int cacheSize) {
        for (Column column : restored) {
            asked.requireFit(column.spec().namespaces());
        }
        TableSpec spec =
                new TableSpec(
                        asked.name(),
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
            rewrite(asked, queue, old);
            database.drop(old);
        }
        return queue;
    }

    private <N> void rewrite(AskedTimers asked, RocksTimerQueue<K, N> queue, Column old) {
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
            throw asked.unreadable(e);
        }
    }
}
