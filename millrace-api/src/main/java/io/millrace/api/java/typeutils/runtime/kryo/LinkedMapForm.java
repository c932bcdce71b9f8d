// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.MapSerializer;
import java.util.LinkedHashMap;

/** A linked map: whether it is ordered by access, which a cache of limited size is, and entries. */
@SuppressWarnings({"rawtypes", "unchecked"}) // what is in the map is only known at run time
final class LinkedMapForm extends MapSerializer<LinkedHashMap> {

    private static final float LOAD_FACTOR = 0.75f;

    @Override
    protected void writeHeader(Kryo kryo, Output output, LinkedHashMap map) {
        output.writeBoolean(isOrderedByAccess(map));
    }

    @Override
    protected LinkedHashMap create(
            Kryo kryo, Input input, Class<? extends LinkedHashMap> type, int size) {
        return empty(size, input.readBoolean());
    }

    @Override
    protected LinkedHashMap createCopy(Kryo kryo, LinkedHashMap original) {
        return empty(original.size(), isOrderedByAccess(original));
    }

    private static LinkedHashMap empty(int size, boolean byAccess) {
        // A damaged size must not take the memory before the entries are known to be there.
        int capacity = (int) (Math.min(size, 1 << 16) / LOAD_FACTOR) + 1;
        return new LinkedHashMap(capacity, LOAD_FACTOR, byAccess);
    }

    /** The map itself does not tell: so a copy of it is watched while it is asked for a key. */
    private static boolean isOrderedByAccess(LinkedHashMap map) {
        LinkedHashMap probe = (LinkedHashMap) map.clone();
        if (probe.size() < 2) {
            probe.clear();
            probe.put("first", "");
            probe.put("second", "");
        }
        Object first = probe.keySet().iterator().next();
        probe.get(first);
        return probe.keySet().iterator().next() != first;
    }
}
