// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.spi.types.ProgramClasses;
import io.millrace.spi.types.TypeDescription;
import java.io.IOException;
import java.util.Arrays;

/**
 * What a checkpoint remembers of the serializers that wrote a state, beside the text of their type:
 * enough to read the state when the fields of its classes have changed since (ST-31, ST-34).
 *
 * <p>Snapshots of earlier versions have shapes only of types with a POJO or record in them; all
 * others are the same exactly if their texts are. A shape is bytes until somebody reads the state,
 * for only then the user's classes that it names must be there.
 *
 * <p>Old entries are read by old serializers, made from the shape; what they yield are objects of
 * the classes as they are now. From then on only the new serializers are used, so that the next
 * snapshot has the new shape.
 */
public final class StateShape {

    /** Of timers, of raw state, and of what was written before there were shapes of all types. */
    public static final StateShape NONE = new StateShape(new byte[0]);

    private final byte[] bytes;

    StateShape(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * The shape of a state that is written by these serializers, in this order.
     *
     * @throws IllegalStateException if one of them can't be remembered, so that nothing could be
     *     restored of what it writes
     */
    public static StateShape of(TypeSerializer<?>... serializers) {
        DataOutputSerializer out = new DataOutputSerializer(64);
        for (TypeSerializer<?> each : serializers) {
            TypeSerializer<?> serializer = TimedSerializer.untimed(each);
            try {
                TypeSerializerSnapshot<?> snapshot = serializer.snapshotConfiguration();
                requireReadable(serializer, snapshot);
                TypeSerializerSnapshot.writeVersionedSnapshot(out, snapshot);
            } catch (IOException e) {
                throw new IllegalStateException(
                        "The serializer of "
                                + TypeDescription.of(serializer)
                                + " can't be described for the checkpoint: "
                                + e.getMessage(),
                        e);
            }
        }
        return new StateShape(out.getCopyOfBuffer());
    }

    /** Better to fail before anything is written than when it is to be read. */
    private static void requireReadable(
            TypeSerializer<?> serializer, TypeSerializerSnapshot<?> snapshot) {
        String lacks = null;
        if (snapshot == null) {
            lacks = "its snapshotConfiguration() gives null";
        } else {
            try {
                var unused = snapshot.getClass().getConstructor();
            } catch (NoSuchMethodException e) {
                lacks =
                        "its snapshot class "
                                + snapshot.getClass().getName()
                                + " has no public constructor without arguments";
            }
        }
        if (lacks != null) {
            throw new IllegalStateException(
                    "What the serializer "
                            + serializer.getClass().getName()
                            + " writes could never be restored: "
                            + lacks
                            + ". The class must be public, or static within another, and have a public"
                            + " constructor without arguments.");
        }
    }

    /** The shape that these bytes of a checkpoint tell; none if there are none. */
    public static StateShape of(byte[] bytes) {
        return bytes.length == 0 ? NONE : new StateShape(bytes);
    }

    /** Whether there is anything to compare. */
    public boolean isKnown() {
        return bytes.length > 0;
    }

    /** As {@link #of(byte[])} takes it. */
    /** As they stand in a checkpoint: {@code docs/formats/keyed-state.md}; not to be changed. */
    public byte[] bytes() {
        return bytes;
    }

    /**
     * How what the serializer at this place wrote fits the program's.
     *
     * @param now the program's serializer, whose values may have times: these have no shape
     */
    @SuppressWarnings("unchecked") // T is Timed where the serializer is
    public <T> TypeFit<T> fit(int place, TypeSerializer<T> now) {
        return now instanceof TimedSerializer<?> timed
                ? (TypeFit<T>) fitTimed(place, timed)
                : judge(place, now);
    }

    private <V> TypeFit<Timed<V>> fitTimed(int place, TimedSerializer<V> now) {
        return TypeFit.timed(judge(place, now.values()), now);
    }

    /**
     * The same of what is looked up by its hash and compared with others: there nothing may have
     * changed that would need the bytes to be rewritten (ST-35, ST-36).
     */
    public <T> TypeFit<T> fitKey(int place, TypeSerializer<T> now) {
        return judge(place, now).asKey();
    }

    /** The same of keys whose shape may be unknown; then their text decides. */
    <T> TypeFit<T> fitKey(int place, String type, TypeSerializer<T> now) {
        if (isKnown()) {
            return fitKey(place, now);
        }
        String today = TypeDescription.of(now);
        return type.equals(today)
                ? TypeFit.asIs(now)
                : TypeFit.incompatible(TypeChange.between(type, today));
    }

    private <T> TypeFit<T> judge(int place, TypeSerializer<T> now) {
        try {
            return TypeFit.of(this.<T>snapshot(place), now);
        } catch (IncompatibleShape e) {
            return TypeFit.incompatible(e.getMessage());
        } catch (RuntimeException | LinkageError e) {
            return TypeFit.incompatible(
                    "What the checkpoint remembers of the old type can't be compared with the new"
                            + " one: "
                            + e
                            + ".");
        }
    }

    /**
     * A serializer that reads what the one at this place wrote, into objects of today's classes.
     *
     * @param now the program's serializer, which is the answer where nothing has changed
     * @throws IncompatibleShape today's classes can't take it
     */
    public <T> TypeSerializer<T> reader(int place, TypeSerializer<T> now) throws IncompatibleShape {
        return fit(place, now).orThrow().reader();
    }

    /**
     * Whether what the one at this place wrote is just what the program's serializer reads.
     *
     * @throws IncompatibleShape today's classes can't take it
     */
    public boolean isAsIs(int place, TypeSerializer<?> now) throws IncompatibleShape {
        return fit(place, now).orThrow().outcome() == TypeFit.Outcome.AS_IS;
    }

    /**
     * The same for what is looked up by its hash and compared with others: there nothing may have
     * changed (ST-35, ST-36).
     *
     * @throws IncompatibleShape something has
     */
    public void requireSame(int place, TypeSerializer<?> now) throws IncompatibleShape {
        TypeFit<?> fit = fitKey(place, now).orThrow();
        if (fit.outcome() != TypeFit.Outcome.AS_IS) {
            throw new IncompatibleShape(
                    "It would have to be read by another serializer than the program's. "
                            + fit.why());
        }
    }

    /**
     * A serializer that reads what the one at this place wrote, without a program's to compare it
     * with.
     *
     * @throws IncompatibleShape a class that is needed is not there, or nothing is known
     */
    public TypeSerializer<?> restore(int place) throws IncompatibleShape {
        if (!isKnown()) {
            throw new IncompatibleShape(
                    "The snapshot was written before the shape of this type was remembered.");
        }
        try {
            return snapshot(place).restoreSerializer();
        } catch (RuntimeException | LinkageError e) {
            throw new IncompatibleShape("The type can't be read: " + e, e);
        }
    }

    private <T> TypeSerializerSnapshot<T> snapshot(int place) throws IncompatibleShape {
        ClassLoader loader = ProgramClasses.loader(StateShape.class);
        DataInputDeserializer in = new DataInputDeserializer(bytes);
        try {
            for (int before = 0; before < place; before++) {
                TypeSerializerSnapshot.readVersionedSnapshot(in, loader);
            }
            return TypeSerializerSnapshot.readVersionedSnapshot(in, loader);
        } catch (IOException e) {
            throw new IncompatibleShape(
                    "What the checkpoint remembers of the old type can't be read: "
                            + e.getMessage()
                            + " The class of a field that is gone, or of a registered subclass, must"
                            + " still be there to read what was written of it.",
                    e);
        }
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof StateShape other && Arrays.equals(bytes, other.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "StateShape of " + bytes.length + " bytes";
    }
}
