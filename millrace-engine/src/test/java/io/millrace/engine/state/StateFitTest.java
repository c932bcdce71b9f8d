// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.state.TypeFit.Outcome;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a program is told of a snapshot's state without starting. */
class StateFitTest {

    /** All fields that any version of it has. */
    public static class Kept {
        public long id;
        public String name;
        public Long more;

        public Kept() {}

        @Override
        public boolean equals(Object obj) {
            return obj instanceof Kept other && other.id == id;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(id);
        }
    }

    private static final TypeInformation<Kept> OLD =
            Types.POJO(Kept.class, Map.of("id", Types.LONG, "name", Types.STRING));
    private static final TypeInformation<Kept> NEW =
            Types.POJO(Kept.class, Map.of("id", Types.LONG, "more", Types.LONG));

    static <D extends StateDescriptor<?, ?>> D ready(D descriptor) {
        descriptor.initializeSerializerUnlessSet(new ExecutionConfig());
        return descriptor;
    }

    static StateHeader written(StateDescriptor<?, ?> descriptor, String kind) {
        TypeSerializer<?>[] serializers = StateTypes.serializers(ready(descriptor));
        return new StateHeader(
                descriptor.getName(),
                kind,
                StateTypes.type(kind, serializers),
                new StateShape(StateShape.of(serializers).bytes()),
                NamespaceType.NONE);
    }

    static StateHeader written(StateDescriptor<?, ?> descriptor) {
        return written(descriptor, StateTypes.kind(descriptor));
    }

    static StateFit fit(StateDescriptor<?, ?> old, StateDescriptor<?, ?> now) {
        return StateFit.ofKeyed(written(old), ready(now), null);
    }

    @Test
    @DisplayName("ST-33: the same type fits as it is")
    void theSameFits() {
        StateFit fit =
                fit(
                        new ValueStateDescriptor<>("v", Types.LONG),
                        new ValueStateDescriptor<>("v", Types.LONG));
        assertThat(fit.outcome()).isEqualTo(Outcome.AS_IS);
        assertThat(fit.why()).isEmpty();
        assertThat(fit.places()).hasSize(1);
    }

    @Test
    @DisplayName("S03: another type does not fit, and both are named")
    void anotherTypeDoesNotFit() {
        StateFit fit =
                fit(
                        new ValueStateDescriptor<>("v", Types.LONG),
                        new ValueStateDescriptor<>("v", Types.STRING));
        assertThat(fit.outcome()).isEqualTo(Outcome.INCOMPATIBLE);
        assertThat(fit.why()).contains("was Long and is now String");
    }

    @Test
    @DisplayName("Another kind does not fit")
    void anotherKindDoesNotFit() {
        StateFit fit =
                fit(
                        new ValueStateDescriptor<>("v", Types.LONG),
                        new ListStateDescriptor<>("v", Types.LONG));
        assertThat(fit.outcome()).isEqualTo(Outcome.INCOMPATIBLE);
        assertThat(fit.why())
                .contains("value state of type Long")
                .contains("list state of type List<Long>");
    }

    @Test
    @DisplayName("ST-36: values of a map are migrated, its keys are not")
    void valuesOfMapsAreMigrated() {
        StateFit values =
                fit(
                        new MapStateDescriptor<>("m", Types.STRING, OLD),
                        new MapStateDescriptor<>("m", Types.STRING, NEW));
        assertThat(values.outcome()).isEqualTo(Outcome.AFTER_MIGRATION);
        assertThat(values.why()).contains("'name'").contains("'more'");
        StateFit keys =
                fit(
                        new MapStateDescriptor<>("m", OLD, Types.STRING),
                        new MapStateDescriptor<>("m", NEW, Types.STRING));
        assertThat(keys.outcome()).isEqualTo(Outcome.INCOMPATIBLE);
        assertThat(keys.why()).contains("not where they are keys");
    }

    @Test
    @DisplayName("ST-35: keys with other fields do not fit")
    void keysDoNotChange() {
        TypeSerializer<Kept> old = OLD.createSerializer(new ExecutionConfig());
        TypeSerializer<Kept> now = NEW.createSerializer(new ExecutionConfig());
        String text = StateTypes.type("value", old);
        assertThat(StateFit.ofKeys(text, StateShape.of(old), old).outcome())
                .isEqualTo(Outcome.AS_IS);
        assertThat(StateFit.ofKeys(text, StateShape.of(old), now).outcome())
                .isEqualTo(Outcome.INCOMPATIBLE);
    }
}
