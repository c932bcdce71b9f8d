// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.state;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.MapSerializer;
import io.millrace.api.java.typeutils.MapTypeInfo;
import java.util.Map;

/**
 * Describes a {@link MapState}, or a {@link BroadcastState}, by the types of its keys and values.
 *
 * @param <UK> keys of the map
 * @param <UV> values of the map
 */
@PublicEvolving
public class MapStateDescriptor<UK, UV> extends StateDescriptor<MapState<UK, UV>, Map<UK, UV>> {

    private static final long serialVersionUID = 1L;

    /** Describes by serializers. */
    public MapStateDescriptor(
            String name, TypeSerializer<UK> keySerializer, TypeSerializer<UV> valueSerializer) {
        super(name, new MapSerializer<>(keySerializer, valueSerializer), null);
    }

    /** Describes by types. */
    public MapStateDescriptor(
            String name, TypeInformation<UK> keyTypeInfo, TypeInformation<UV> valueTypeInfo) {
        super(name, new MapTypeInfo<>(keyTypeInfo, valueTypeInfo), null);
    }

    /** Describes by classes. */
    public MapStateDescriptor(String name, Class<UK> keyClass, Class<UV> valueClass) {
        super(name, new MapTypeInfo<>(keyClass, valueClass), null);
    }

    @Override
    public Type getType() {
        return Type.MAP;
    }

    /**
     * The serializer of the map's keys, a copy for the caller alone.
     *
     * @throws IllegalStateException when it has not been made yet
     */
    public TypeSerializer<UK> getKeySerializer() {
        return mapSerializer().getKeySerializer();
    }

    /**
     * The serializer of the map's values, a copy for the caller alone.
     *
     * @throws IllegalStateException when it has not been made yet
     */
    public TypeSerializer<UV> getValueSerializer() {
        return mapSerializer().getValueSerializer();
    }

    private MapSerializer<UK, UV> mapSerializer() {
        TypeSerializer<Map<UK, UV>> whole = getSerializer();
        if (whole instanceof MapSerializer<UK, UV> map) {
            return map;
        }
        throw new IllegalStateException(
                "The serializer of map state '" + name + "' is not one of maps: " + whole);
    }
}
