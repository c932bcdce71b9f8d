// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.spi.types.TypeDescription;
import java.util.Locale;

/**
 * Of which kind and type a state is, in the words of snapshots. Apart from {@link StateFit}, which
 * is needed only where something is restored.
 */
public final class StateTypes {

    private StateTypes() {}

    /** The kind of keyed state that is asked for by this descriptor, as snapshots name it. */
    public static String kind(StateDescriptor<?, ?> descriptor) {
        return descriptor.getType().name().toLowerCase(Locale.ROOT);
    }

    /** The serializers of a state that is asked for by this descriptor, in the order of places. */
    public static TypeSerializer<?>[] serializers(StateDescriptor<?, ?> descriptor) {
        if (descriptor instanceof ListStateDescriptor<?> list) {
            return new TypeSerializer<?>[] {list.getElementSerializer()};
        } else if (descriptor instanceof MapStateDescriptor<?, ?> map) {
            return new TypeSerializer<?>[] {map.getKeySerializer(), map.getValueSerializer()};
        }
        return new TypeSerializer<?>[] {descriptor.getSerializer()};
    }

    /** The text of a state's type, as snapshots have it. */
    public static String type(String kind, TypeSerializer<?>... serializers) {
        TypeSerializer<?> last = serializers[serializers.length - 1];
        String text = TimedSerializer.text(last);
        return (serializers.length == 2
                        ? "Map<" + TypeDescription.of(serializers[0]) + ", " + text + ">"
                        : kind.equals("list") ? "List<" + text + ">" : text)
                + TimedSerializer.mark(last);
    }
}
