// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.common.typeutils.RoundTrip;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSchemaCompatibility;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.api.java.typeutils.PojoTypeInfo;
import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.spi.types.TypeDescription;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PojoSerializerTest {

    /** Public fields of many kinds. */
    public static class Order {
        public long id;
        public int count;
        public double price;
        public boolean paid;
        public float weight;
        public char mark;
        public byte small;
        public short middling;
        public String name;
        public Long box;
        public List<String> tags;
        public long[] numbers;
        public Order parent;

        public Order() {}
    }

    /** Private fields with getters and setters. */
    public static class Bean {
        private long id;
        private String name = "default";
        private boolean valid;

        public Bean() {}

        public long getId() {
            return id;
        }

        public void setId(long id) {
            this.id = id;
        }

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }

        public boolean isValid() {
            return valid;
        }

        public void setValid(boolean valid) {
            this.valid = valid;
        }
    }

    /** A subclass with a field more. */
    public static class LargeBean extends Bean {
        public String more;

        public LargeBean() {}
    }

    /** As in the benchmarks. */
    public record Event(long key, int value, long timestamp) {}

    /** A record with a mutable component. */
    public record Basket(String owner, List<Long> items, Event last) {}

    private static <T> TypeSerializer<T> of(Class<T> type) {
        return of(type, new ExecutionConfig().getSerializerConfig());
    }

    private static <T> TypeSerializer<T> of(Class<T> type, SerializerConfig config) {
        TypeInformation<T> info = TypeInformation.of(type);
        assertThat(info).isInstanceOf(PojoTypeInfo.class);
        return info.createSerializer(config);
    }

    private static Order order() {
        Order order = new Order();
        order.id = 1;
        order.count = 2;
        order.price = 3.5;
        order.paid = true;
        order.weight = 4.5f;
        order.mark = '5';
        order.small = 6;
        order.middling = 7;
        order.name = "eight";
        order.box = 9L;
        order.tags = new ArrayList<>(List.of("ten"));
        order.numbers = new long[] {11};
        return order;
    }

    @Test
    void allFieldsComeBack() {
        RoundTrip.check(of(Order.class), order());
    }

    @Test
    void nullFieldsAndNullItselfComeBack() {
        RoundTrip.check(of(Order.class), new Order());
        assertThat(RoundTrip.check(of(Order.class), null)).isNull();
        Bean bean = new Bean();
        bean.setName(null);
        assertThat(RoundTrip.check(of(Bean.class), bean).getName()).isNull();
    }

    @Test
    void copiesShareNothingMutable() {
        Order order = order();
        Order copy = of(Order.class).copy(order);
        order.tags.add("more");
        order.numbers[0] = 0;
        order.id = 99;
        assertThat(copy).usingRecursiveComparison().isEqualTo(order());
    }

    @Test
    void beansComeBack() {
        Bean bean = new Bean();
        bean.setId(5);
        bean.setValid(true);
        RoundTrip.check(of(Bean.class), bean);
    }

    @Test
    void subclassesKeepTheirClassAndTheirFields() {
        LargeBean large = new LargeBean();
        large.more = "x";
        large.setId(3);
        TypeSerializer<Bean> serializer = of(Bean.class);
        assertThat(RoundTrip.check(serializer, large)).isInstanceOf(LargeBean.class);
        Bean copy = serializer.copy(large);
        assertThat(copy).isNotSameAs(large).usingRecursiveComparison().isEqualTo(large);
    }

    @Test
    void aRegisteredSubclassIsWrittenByItsNumber() throws IOException {
        SerializerConfig config = new ExecutionConfig().getSerializerConfig();
        config.registerPojoType(LargeBean.class);
        TypeSerializer<Bean> numbered = of(Bean.class, config);
        byte[] shorter = RoundTrip.bytes(numbered, new LargeBean());
        byte[] longer = RoundTrip.bytes(of(Bean.class), new LargeBean());
        assertThat(shorter).hasSizeLessThan(longer.length - 50);
        RoundTrip.check(numbered, new LargeBean());
        assertThat(judge(of(Bean.class), numbered).isIncompatible()).isTrue();
        assertThat(judge(numbered, of(Bean.class)).isCompatibleAsIs()).isTrue();
    }

    @Test
    void recordsComeBack() {
        RoundTrip.check(of(Event.class), new Event(1, 2, 3));
        RoundTrip.check(of(Basket.class), new Basket("a", List.of(1L), new Event(1, 2, 3)));
        RoundTrip.check(of(Basket.class), new Basket(null, null, null));
        record Local(String text, int number) {}
        RoundTrip.check(of(Local.class), new Local("x", 1));
        record Empty() {}
        RoundTrip.check(of(Empty.class), new Empty());
    }

    @Test
    void aRecordOfImmutableComponentsIsNotCopied() {
        Event event = new Event(1, 2, 3);
        assertThat(of(Event.class).isImmutableType()).isTrue();
        assertThat(of(Event.class).copy(event)).isSameAs(event);
        assertThat(of(Basket.class).isImmutableType()).isFalse();
        Basket basket = new Basket("a", new ArrayList<>(List.of(1L)), event);
        Basket copy = of(Basket.class).copy(basket);
        basket.items().add(2L);
        assertThat(copy).isEqualTo(new Basket("a", List.of(1L), event));
        assertThat(copy.last()).isSameAs(event);
    }

    @Test
    void aRecordTakesLittleMoreThanItsFields() throws IOException {
        assertThat(RoundTrip.bytes(of(Event.class), new Event(1, 2, 3))).hasSize(1 + 8 + 4 + 8);
    }

    @Test
    void fieldsMayComeAndGo() throws IOException {
        TypeSerializer<Bean> whole = of(Bean.class);
        TypeSerializer<Bean> without =
                Types.POJO(Bean.class, Map.of("id", Types.LONG))
                        .createSerializer(new ExecutionConfig().getSerializerConfig());
        assertThat(judge(whole, without).isCompatibleAfterMigration()).isTrue();
        assertThat(judge(without, whole).isCompatibleAfterMigration()).isTrue();
        Bean bean = new Bean();
        bean.setId(7);
        Bean read =
                RoundTrip.snapshot(without)
                        .restoreSerializer()
                        .deserialize(new DataInputDeserializer(RoundTrip.bytes(without, bean)));
        assertThat(read.getId()).isEqualTo(7);
        assertThat(read.getName()).isEqualTo("default");
    }

    @Test
    void aFieldOfAnotherTypeIsIncompatible() throws IOException {
        TypeSerializer<Order> now =
                Types.POJO(Order.class, Map.of("name", Types.STRING))
                        .createSerializer(new ExecutionConfig().getSerializerConfig());
        TypeSerializer<Order> old =
                Types.POJO(Order.class, Map.of("name", Types.GENERIC(String.class)))
                        .createSerializer(new ExecutionConfig().getSerializerConfig());
        assertThat(judge(now, old).isIncompatible()).isTrue();
    }

    private static <T> TypeSerializerSchemaCompatibility<T> judge(
            TypeSerializer<T> now, TypeSerializer<T> old) throws IOException {
        TypeSerializerSnapshot<T> before = RoundTrip.snapshot(old);
        return now.snapshotConfiguration().resolveSchemaCompatibility(before);
    }

    @Test
    void describesItselfForPeople() {
        assertThat(TypeDescription.of(of(Bean.class)))
                .isEqualTo(
                        "POJO "
                                + Bean.class.getName()
                                + "{id: Long, name: String, valid: Boolean}");
    }
}
