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
 * <p>Only types with a POJO or record in them have a shape. All others are the same exactly if
 * their texts are. A shape is bytes until somebody reads the state, for only then the user's
 * classes that it names must be there.
 *
 * <p>Old entries are read by old serializers, made from the shape; what they yield are objects of
 * the classes as they are now. From then on only the new serializers are used, so that the next
 * snapshot has the new shape.
 */
public final class StateShape {

    /** Of a type without POJOs, and of what was written before there were shapes. */
    public static final StateShape NONE = new StateShape(new byte[0]);

    /** With it the text of a POJO begins; nothing else in a text can. */
    private static final String POJO = "POJO ";

    private final byte[] bytes;

    StateShape(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The shape of a state that is written by these serializers, in this order. */
    public static StateShape of(TypeSerializer<?>... serializers) {
        boolean any = false;
        for (TypeSerializer<?> serializer : serializers) {
            any |= TimedSerializer.text(serializer).contains(POJO);
        }
        if (!any) {
            return NONE;
        }
        DataOutputSerializer out = new DataOutputSerializer(256);
        try {
            for (TypeSerializer<?> serializer : serializers) {
                TypeSerializerSnapshot.writeVersionedSnapshot(
                        out, TimedSerializer.untimed(serializer).snapshotConfiguration());
            }
        } catch (IOException e) {
            throw new IllegalStateException(
                    "The serializer of "
                            + TypeDescription.of(serializers[0])
                            + " can't be described for the checkpoint: "
                            + e.getMessage(),
                    e);
        }
        return new StateShape(out.getCopyOfBuffer());
    }

    /** Whether there is anything to compare. */
    public boolean isKnown() {
        return bytes.length > 0;
    }

    byte[] bytes() {
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
