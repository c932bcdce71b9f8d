// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.functions.RichReduceFunction;
import io.millrace.api.common.functions.SerializerFactory;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.IntSerializer;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.util.InstantiationUtil;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StateDescriptorTest {

    private final ExecutionConfig config = new ExecutionConfig();

    @Test
    void makes_its_serializer_when_first_asked_to() {
        ValueStateDescriptor<String> descriptor = new ValueStateDescriptor<>("name", Types.STRING);
        assertThat(descriptor.isSerializerInitialized()).isFalse();
        assertThatThrownBy(descriptor::getSerializer)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'name'");
        descriptor.initializeSerializerUnlessSet(config);
        assertThat(descriptor.isSerializerInitialized()).isTrue();
        assertThat(descriptor.getSerializer()).isEqualTo(StringSerializer.INSTANCE);
    }

    @Test
    void keeps_the_first_serializer() {
        TypeSerializer<String> first = StringSerializer.INSTANCE;
        ValueStateDescriptor<String> descriptor = new ValueStateDescriptor<>("name", first);
        descriptor.initializeSerializerUnlessSet(
                new SerializerFactory() {
                    @Override
                    public <T> TypeSerializer<T> createSerializer(TypeInformation<T> type) {
                        throw new AssertionError("not to be called");
                    }
                });
        assertThat(descriptor.getSerializer()).isEqualTo(first);
    }

    @Test
    void gives_the_serializers_of_parts() {
        ListStateDescriptor<Integer> list = new ListStateDescriptor<>("list", Integer.class);
        MapStateDescriptor<String, Integer> map =
                new MapStateDescriptor<>("map", String.class, Integer.class);
        list.initializeSerializerUnlessSet(config);
        map.initializeSerializerUnlessSet(config);
        assertThat(list.getElementSerializer()).isEqualTo(IntSerializer.INSTANCE);
        assertThat(map.getKeySerializer()).isEqualTo(StringSerializer.INSTANCE);
        assertThat(map.getValueSerializer()).isEqualTo(IntSerializer.INSTANCE);
    }

    @Test
    void is_equal_by_class_and_name() {
        assertThat(new ValueStateDescriptor<>("a", String.class))
                .isEqualTo(new ValueStateDescriptor<>("a", Integer.class))
                .isNotEqualTo(new ValueStateDescriptor<>("b", String.class))
                .isNotEqualTo(new ListStateDescriptor<>("a", String.class));
    }

    // A default value is deprecated, not gone.
    @SuppressWarnings("deprecation")
    @Test
    void travels_with_its_default_value() throws Exception {
        ValueStateDescriptor<String> descriptor =
                new ValueStateDescriptor<>("name", Types.STRING, "none");
        ValueStateDescriptor<String> arrived = InstantiationUtil.clone(descriptor);
        assertThat(arrived.getDefaultValue()).isEqualTo("none");
        assertThat(arrived).isEqualTo(descriptor);
    }

    @Test
    void travels_without_a_serializer() throws Exception {
        ReducingStateDescriptor<Integer> arrived =
                InstantiationUtil.clone(
                        new ReducingStateDescriptor<>("sum", Integer::sum, Types.INT));
        assertThat(arrived.isSerializerInitialized()).isFalse();
        arrived.initializeSerializerUnlessSet(config);
        assertThat(arrived.getReduceFunction().reduce(1, 2)).isEqualTo(3);
    }

    @Test
    void refuses_a_rich_function_which_nobody_would_open() {
        assertThatThrownBy(() -> new ReducingStateDescriptor<>("sum", new RichSum(), Types.INT))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("'sum'");
    }

    private static final class RichSum extends RichReduceFunction<Integer> {
        private static final long serialVersionUID = 1L;

        @Override
        public Integer reduce(Integer a, Integer b) {
            return a + b;
        }
    }

    @Test
    void tells_each_kind() {
        assertThat(new ValueStateDescriptor<>("a", String.class).getType())
                .isEqualTo(StateDescriptor.Type.VALUE);
        assertThat(new ListStateDescriptor<>("a", String.class).getType())
                .isEqualTo(StateDescriptor.Type.LIST);
        assertThat(new MapStateDescriptor<>("a", String.class, String.class).getType())
                .isEqualTo(StateDescriptor.Type.MAP);
    }

    @Test
    void holds_when_entries_expire() {
        ValueStateDescriptor<String> descriptor = new ValueStateDescriptor<>("a", String.class);
        assertThat(descriptor.getTtlConfig().isEnabled()).isFalse();
        descriptor.enableTimeToLive(
                StateTtlConfig.newBuilder(Duration.ofHours(1)).updateTtlOnReadAndWrite().build());
        assertThat(descriptor.getTtlConfig().isEnabled()).isTrue();
        assertThat(descriptor.getTtlConfig().getTimeToLive()).isEqualTo(Duration.ofHours(1));
    }

    @Test
    @DisplayName("ST-8: a name for queries is kept, once, and not beside a time to live")
    @SuppressWarnings("deprecation") // what users of 1.20 write
    void aNameForQueriesIsKept() {
        ValueStateDescriptor<Long> state = new ValueStateDescriptor<>("count", Long.class);
        assertThat(state.isQueryable()).isFalse();
        state.setQueryable("counts");
        assertThat(state.isQueryable()).isTrue();
        assertThat(state.getQueryableStateName()).isEqualTo("counts");
        assertThatThrownBy(() -> state.setQueryable("again"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'counts'");
        assertThatThrownBy(
                        () ->
                                state.enableTimeToLive(
                                        StateTtlConfig.newBuilder(java.time.Duration.ofHours(1))
                                                .build()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
