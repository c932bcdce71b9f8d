// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.common.typeutils.RoundTrip;
import io.millrace.api.common.typeutils.TypeSerializer;
import java.io.IOException;
import java.io.Serializable;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What people put into state: it comes back as it was, and copies share nothing mutable. */
class WhatStateHoldsTest {

    /** Mutable, and not serializable by Java. */
    private static final class Box implements Comparable<Box> {
        int n;

        Box(int n) {
            this.n = n;
        }

        @Override
        public boolean equals(Object obj) {
            return obj instanceof Box other && n == other.n;
        }

        @Override
        public int hashCode() {
            return n;
        }

        @Override
        public int compareTo(Box other) {
            return Integer.compare(n, other.n);
        }

        @Override
        public String toString() {
            return "Box" + n;
        }
    }

    private record Holder(Box box, int[] numbers, List<Box> more) {}

    /** A public constructor in a class that is not public. */
    static class PublicConstructor {
        public long n;

        public PublicConstructor() {}
    }

    @SuppressWarnings("serial") // none is written by another version
    private static final class Cache extends LinkedHashMap<String, Integer> {
        private final int limit;

        Cache(int limit) {
            super(16, 0.75f, true);
            this.limit = limit;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > limit;
        }
    }

    private final SerializerConfig config = new ExecutionConfig().getSerializerConfig();
    private final TypeSerializer<Object> serializer =
            Types.GENERIC(Object.class).createSerializer(config);

    private Object restored(Object value) throws IOException {
        byte[] bytes = RoundTrip.bytes(serializer.duplicate(), value);
        return RoundTrip.read(serializer.duplicate(), bytes);
    }

    static Stream<Object> values() {
        Map<String, Integer> byAccess = new LinkedHashMap<>(16, 0.75f, true);
        byAccess.put("a", 1);
        byAccess.put("b", 2);
        byAccess.get("a");
        Properties properties = new Properties();
        properties.setProperty("a", "b");
        return Stream.of(
                Collections.unmodifiableList(new ArrayList<>(List.of(1))),
                Collections.unmodifiableList(new LinkedList<>(List.of(1))),
                Collections.unmodifiableSet(new HashSet<>(Set.of(1))),
                Collections.unmodifiableSortedSet(new TreeSet<>(Set.of(1, 2))),
                Collections.unmodifiableNavigableSet(new TreeSet<>(Set.of(1, 2))),
                Collections.unmodifiableMap(new HashMap<>(Map.of(1, 2))),
                Collections.unmodifiableSortedMap(new TreeMap<>(Map.of(1, 2))),
                Collections.unmodifiableNavigableMap(new TreeMap<>(Map.of(1, 2))),
                Collections.synchronizedList(new ArrayList<>(List.of(1))),
                Collections.synchronizedSet(new HashSet<>(Set.of(1))),
                Collections.synchronizedSortedSet(new TreeSet<>(Set.of(1))),
                Collections.synchronizedMap(new HashMap<>(Map.of(1, 2))),
                Collections.synchronizedNavigableMap(new TreeMap<>(Map.of(1, 2))),
                Collections.checkedList(new ArrayList<>(List.of("x")), String.class),
                Collections.checkedMap(new HashMap<>(Map.of("x", 1)), String.class, Integer.class),
                Collections.newSetFromMap(new ConcurrentHashMap<>()),
                Collections.emptyList(),
                Collections.emptySet(),
                Collections.emptyMap(),
                Collections.emptySortedMap(),
                Collections.emptyNavigableSet(),
                Collections.singletonList(1),
                Collections.singleton(1),
                Collections.singletonMap(1, 2),
                Collections.nCopies(3, "x"),
                List.of(),
                List.of(1),
                List.of(1, 2, 3),
                Set.of(1),
                Set.of(1, 2, 3),
                Map.of(1, 2),
                Map.of(1, 2, 3, 4),
                Map.entry(1, 2),
                new AbstractMap.SimpleEntry<>(1, 2),
                new AbstractMap.SimpleImmutableEntry<>(1, 2),
                Arrays.asList(1, null),
                new EnumMap<>(Map.of(DayOfWeek.FRIDAY, 1)),
                new EnumMap<DayOfWeek, Integer>(DayOfWeek.class),
                EnumSet.of(DayOfWeek.FRIDAY),
                EnumSet.noneOf(DayOfWeek.class),
                new TreeMap<>(Map.of(1, 2)),
                new TreeSet<>(Set.of(1, 2)),
                new HashSet<>(Set.of(1)),
                new LinkedHashSet<>(List.of(3, 1, 2)),
                new LinkedHashMap<>(Map.of(1, 2)),
                byAccess,
                new IdentityHashMap<>(Map.of(DayOfWeek.FRIDAY, 2)),
                new WeakHashMap<>(Map.of(DayOfWeek.FRIDAY, 2)),
                new Hashtable<>(Map.of(1, 2)),
                new Vector<>(List.of(1)),
                new LinkedList<>(List.of(1)),
                new ConcurrentHashMap<>(Map.of(1, 1)),
                new ConcurrentSkipListMap<>(Map.of(1, 1)),
                new ConcurrentSkipListSet<>(Set.of(1, 2)),
                new CopyOnWriteArrayList<>(List.of(1)),
                new CopyOnWriteArraySet<>(List.of(1)),
                properties,
                Optional.of(1),
                Optional.empty(),
                OptionalInt.of(1),
                OptionalLong.of(1),
                OptionalDouble.of(1),
                UUID.randomUUID(),
                new BitSet(),
                BitSet.valueOf(new long[] {5, 7}),
                ZonedDateTime.now(ZoneId.of("Europe/Berlin")),
                OffsetDateTime.now(ZoneOffset.UTC),
                Duration.ofDays(1),
                Period.ofDays(1),
                Instant.now(),
                LocalDate.now(ZoneOffset.UTC),
                YearMonth.of(2026, 1),
                ZoneId.of("Europe/Berlin"),
                DayOfWeek.FRIDAY,
                Locale.US,
                Currency.getInstance("EUR"),
                URI.create("http://x"),
                new BigDecimal("1.50"),
                new BigInteger("123456789012345678901234567890"),
                StandardCharsets.UTF_8,
                Integer.class,
                new Date(5),
                new java.sql.Timestamp(5),
                TimeZone.getTimeZone("Europe/Berlin"),
                Comparator.reverseOrder(),
                "text",
                5L);
    }

    @ParameterizedTest
    @MethodSource("values")
    void comesBackEqualAndOfTheSameClass(Object value) throws IOException {
        for (Object other : List.of(restored(value), serializer.copy(value))) {
            assertThat(other.getClass()).isEqualTo(value.getClass());
            if (value instanceof Collection && !(value instanceof List || value instanceof Set)) {
                assertThat(new ArrayList<Object>((Collection<?>) other))
                        .isEqualTo(new ArrayList<Object>((Collection<?>) value));
            } else {
                assertThat(other).isEqualTo(value);
            }
            assertThat(other.toString()).isEqualTo(value.toString());
        }
    }

    static Stream<Object> valuesWithoutEquals() {
        Random random = new Random(3);
        LongAdder adder = new LongAdder();
        adder.add(5);
        return Stream.of(
                new AtomicLong(5),
                new AtomicInteger(5),
                new AtomicBoolean(true),
                new AtomicReference<>("x"),
                adder,
                new StringBuilder("x"),
                new StringBuffer("x"),
                Pattern.compile("a+"),
                new ArrayDeque<>(List.of(1, 2)),
                new PriorityQueue<>(List.of(2, 1)),
                new ConcurrentLinkedQueue<>(List.of(1)),
                new PriorityBlockingQueue<>(List.of(2, 1)),
                Collections.unmodifiableCollection(new ArrayDeque<>(List.of(1))),
                Collections.synchronizedCollection(new ArrayDeque<>(List.of(1))),
                new IllegalStateException("why"),
                new int[][] {{1}, {2, 3}},
                new Object[] {1, "a", null},
                new List<?>[] {List.of(1)},
                random);
    }

    @ParameterizedTest
    @MethodSource("valuesWithoutEquals")
    void comesBackWithTheSameText(Object value) throws IOException {
        for (Object other : List.of(restored(value), serializer.copy(value))) {
            assertThat(other.getClass()).isEqualTo(value.getClass());
            if (value instanceof Object[] array) {
                assertThat(Arrays.deepEquals((Object[]) other, array)).isTrue();
            } else if (!(value instanceof Random)) {
                assertThat(other.toString()).isEqualTo(value.toString());
            }
        }
    }

    /** Each makes something of a box, and the box can be found in it again. */
    private record Container(Function<Box, Object> of, Function<Object, Object> box) {}

    @SuppressWarnings("unchecked")
    private static Container collection(Function<Box, Object> of) {
        return new Container(of, c -> ((Collection<Object>) c).iterator().next());
    }

    @SuppressWarnings("unchecked")
    private static Container map(Function<Box, Object> of) {
        return new Container(of, c -> ((Map<Object, Object>) c).values().iterator().next());
    }

    static Stream<Container> containers() {
        return Stream.of(
                collection(b -> new ArrayList<>(List.of(b))),
                collection(b -> Collections.unmodifiableList(new ArrayList<>(List.of(b)))),
                collection(b -> Collections.unmodifiableSet(new HashSet<>(Set.of(b)))),
                collection(b -> Collections.synchronizedList(new ArrayList<>(List.of(b)))),
                collection(b -> Collections.unmodifiableSortedSet(new TreeSet<>(Set.of(b)))),
                collection(b -> List.of(b)),
                collection(b -> List.of(b, b, b)),
                collection(b -> Set.of(b)),
                collection(b -> Arrays.asList(b, null)),
                collection(b -> Collections.singletonList(b)),
                collection(b -> Collections.singleton(b)),
                collection(b -> new ArrayList<>(List.of(b, b)).subList(0, 1)),
                collection(b -> new LinkedList<>(List.of(b, b)).subList(0, 1)),
                collection(b -> new HashMap<>(Map.of(b, b)).keySet()),
                collection(b -> new HashMap<>(Map.of(b, b)).values()),
                collection(b -> new TreeMap<>(Map.of(b, b)).keySet()),
                collection(b -> new CopyOnWriteArrayList<>(List.of(b))),
                collection(b -> new ConcurrentSkipListSet<>(Set.of(b))),
                collection(b -> new PriorityQueue<>(List.of(b))),
                collection(b -> new PriorityBlockingQueue<>(List.of(b))),
                collection(b -> new ArrayBlockingQueue<>(3, false, List.of(b))),
                collection(b -> new LinkedBlockingQueue<>(List.of(b))),
                collection(
                        b -> {
                            Set<Object> set = ConcurrentHashMap.newKeySet();
                            set.add(b);
                            return set;
                        }),
                map(b -> new HashMap<>(Map.of(1, b))),
                map(b -> new EnumMap<>(Map.of(DayOfWeek.FRIDAY, b))),
                map(b -> Map.of(1, b)),
                map(b -> Map.of(1, b, 2, b)),
                map(b -> Collections.singletonMap(1, b)),
                map(b -> Collections.unmodifiableMap(new HashMap<>(Map.of(1, b)))),
                map(b -> Collections.synchronizedMap(new TreeMap<>(Map.of(1, b)))),
                map(b -> new LinkedHashMap<>(Map.of(1, b))),
                map(b -> new ConcurrentHashMap<>(Map.of(1, b))),
                new Container(b -> Map.entry(1, b), c -> ((Map.Entry<?, ?>) c).getValue()),
                new Container(
                        b -> new HashMap<>(Map.of(1, b)).entrySet().iterator().next(),
                        c -> ((Map.Entry<?, ?>) c).getValue()),
                new Container(Optional::of, c -> ((Optional<?>) c).get()),
                new Container(AtomicReference::new, c -> ((AtomicReference<?>) c).get()),
                new Container(b -> new Object[] {b}, c -> Array.get(c, 0)),
                new Container(b -> new Box[] {b}, c -> Array.get(c, 0)),
                new Container(
                        b -> new Holder(b, new int[1], new ArrayList<>()),
                        c -> ((Holder) c).box()));
    }

    @ParameterizedTest
    @MethodSource("containers")
    void whatIsInsideIsCopiedToo(Container container) throws IOException {
        Box box = new Box(7);
        Object original = container.of().apply(box);
        Object copy = serializer.copy(original);
        assertThat(container.box().apply(copy)).isEqualTo(box).isNotSameAs(box);
        assertThat(container.box().apply(restored(original))).isEqualTo(box);
        // And a second time, when all classes are known.
        assertThat(container.box().apply(RoundTrip.check(serializer, original))).isEqualTo(box);
    }

    @Test
    void recordsAreCopiedWithWhatIsMutableInThem() throws Exception {
        Holder holder = new Holder(new Box(1), new int[] {1}, new ArrayList<>(List.of(new Box(2))));
        Holder copy = (Holder) serializer.copy(holder);
        holder.box().n = 9;
        holder.numbers()[0] = 9;
        holder.more().get(0).n = 9;
        assertThat(copy.box().n).isEqualTo(1);
        assertThat(copy.numbers()).containsExactly(1);
        assertThat(copy.more()).containsExactly(new Box(2));
    }

    @Test
    void aPublicConstructorOfAClassThatIsNotPublicIsNoObstacle() throws Exception {
        PublicConstructor value = new PublicConstructor();
        value.n = 5;
        assertThat(((PublicConstructor) serializer.copy(value)).n).isEqualTo(5);
        assertThat(((PublicConstructor) restored(value)).n).isEqualTo(5);
    }

    @Test
    @SuppressWarnings("unchecked")
    void orderBoundsAndLimitsOfCollectionsStay() throws Exception {
        Comparator<Box> order = Comparator.reverseOrder();
        List<Box> boxes = List.of(new Box(1), new Box(3), new Box(2));
        for (Supplier<Collection<Box>> empty :
                List.<Supplier<Collection<Box>>>of(
                        () -> new TreeSet<>(order),
                        () -> new ConcurrentSkipListSet<>(order),
                        () -> new PriorityQueue<>(order),
                        () -> new PriorityBlockingQueue<>(3, order),
                        () -> Collections.synchronizedSortedSet(new TreeSet<>(order)))) {
            Collection<Box> sorted = empty.get();
            sorted.addAll(boxes);
            for (Object other : List.of(restored(sorted), serializer.copy(sorted))) {
                Collection<Box> back = (Collection<Box>) other;
                back.add(new Box(4));
                Box first =
                        back instanceof Queue<Box> queue ? queue.peek() : back.iterator().next();
                assertThat(first).isEqualTo(new Box(4));
            }
        }
        for (Collection<Box> bounded :
                List.<Collection<Box>>of(
                        new ArrayBlockingQueue<>(5, false, boxes), filled(boxes))) {
            for (Object other : List.of(restored(bounded), serializer.copy(bounded))) {
                assertThat(((java.util.concurrent.BlockingQueue<?>) other).remainingCapacity())
                        .isEqualTo(2);
            }
        }
        Map<String, Integer> byAccess = new LinkedHashMap<>(16, 0.75f, true);
        byAccess.put("a", 1);
        byAccess.put("b", 2);
        for (Object other : List.of(restored(byAccess), serializer.copy(byAccess))) {
            Map<String, Integer> back = (Map<String, Integer>) other;
            back.get("a");
            assertThat(back.keySet()).containsExactly("b", "a");
        }
    }

    private static LinkedBlockingDeque<Box> filled(List<Box> boxes) {
        LinkedBlockingDeque<Box> deque = new LinkedBlockingDeque<>(5);
        deque.addAll(boxes);
        return deque;
    }

    @Test
    void aSubclassOfAMapKeepsItsFieldsAndItsBehaviour() throws Exception {
        Cache cache = new Cache(2);
        cache.put("a", 1);
        cache.put("b", 2);
        for (Object other : List.of(restored(cache), serializer.copy(cache))) {
            Cache back = (Cache) other;
            back.get("a");
            back.put("c", 3);
            assertThat(back).containsOnlyKeys("a", "c");
        }
    }

    @Test
    void windowsOnCollectionsBecomeCollections() throws Exception {
        Map<String, Box> map = new TreeMap<>(Map.of("a", new Box(1), "b", new Box(2)));
        assertThat(restored(new ArrayList<>(List.of(1, 2, 3)).subList(1, 3)))
                .isEqualTo(new ArrayList<>(List.of(2, 3)));
        assertThat(restored(map.entrySet())).isEqualTo(map.entrySet());
        assertThat(restored(new HashMap<>(map).values()))
                .isEqualTo(new ArrayList<>(new HashMap<>(map).values()));
        assertThat(restored(Collections.unmodifiableMap(map).entrySet().iterator().next()))
                .isEqualTo(Map.entry("a", new Box(1)));
    }

    @Test
    void capturedVariablesOfALocalClassComeBack() throws Exception {
        int captured = restored("x").hashCode();
        Object value =
                new Object() {
                    @Override
                    public String toString() {
                        return "captured " + captured;
                    }
                };
        assertThatThrownBy(() -> restored(new Inner())).hasMessageContaining("Make it a static");
        assertThat(restored(staticContext(captured)).toString()).isEqualTo("captured " + captured);
        assertThat(restored(value).toString()).isEqualTo("captured " + captured);
    }

    private static Object staticContext(int captured) {
        return new Object() {
            @Override
            public String toString() {
                return "captured " + captured;
            }
        };
    }

    @SuppressWarnings("ClassCanBeStatic") // the point of it
    private final class Inner {
        @Override
        public String toString() {
            return "of " + config;
        }
    }

    @Test
    void serializableLambdasComeBackAndOthersAreRefused() throws Exception {
        Comparator<String> order = (Comparator<String> & Serializable) (a, b) -> b.compareTo(a);
        TreeSet<String> set = new TreeSet<>(order);
        set.add("a");
        set.add("b");
        assertThat(restored(set).toString()).isEqualTo("[b, a]");
        Comparator<String> plain = (a, b) -> b.compareTo(a);
        assertThatThrownBy(() -> restored(new TreeSet<>(plain)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("lambda");
    }

    @Test
    void cyclesComeBackAsCycles() throws Exception {
        List<Object> inside = new ArrayList<>();
        List<Object> list = Collections.unmodifiableList(inside);
        inside.add(list);
        List<?> back = (List<?>) restored(list);
        assertThat(back.get(0)).isSameAs(back);
        List<?> copy = (List<?>) serializer.copy(list);
        assertThat(copy.get(0)).isSameAs(copy);
    }

    private record Loop(List<Object> all) {}

    @Test
    void aCycleThroughARecordIsRefusedInsteadOfTorn() throws Exception {
        Loop loop = new Loop(new ArrayList<>());
        loop.all().add(loop);
        assertThatThrownBy(() -> restored(loop))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("refers back to an object");
    }

    /** Can be written, and then not be read. */
    private static final class Trap extends java.util.AbstractList<String> {
        @Override
        public String get(int index) {
            return "x";
        }

        @Override
        public int size() {
            return 1;
        }
    }

    @Test
    void whatCannotBeReadBackIsRefusedWhenItIsWritten() throws Exception {
        for (int times = 0; times < 2; times++) {
            assertThatThrownBy(
                            () ->
                                    RoundTrip.bytes(
                                            serializer, new ArrayList<>(List.of(1, new Trap()))))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("could not be read back from its bytes")
                    .hasMessageContaining("UnsupportedOperationException")
                    .hasMessageContaining("public POJO")
                    .hasMessageContaining("@TypeInfo");
        }
        // And the serializer is still good for others.
        assertThat(RoundTrip.check(serializer, List.of(1))).isEqualTo(List.of(1));
    }

    private static final class Late {
        Object inside;
    }

    @Test
    void aClassThatIsMetLateInsideAKnownOneIsProvenAsWell() throws Exception {
        Late late = new Late();
        assertThat(RoundTrip.bytes(serializer, late)).isNotEmpty();
        late.inside = new Trap();
        assertThatThrownBy(() -> RoundTrip.bytes(serializer, late))
                .hasMessageContaining("could not be read back");
    }

    @Test
    void deepNestingIsExplained() throws Exception {
        Late first = new Late();
        Late at = first;
        for (int i = 0; i < 100_000; i++) {
            at.inside = new Late();
            at = (Late) at.inside;
        }
        assertThatThrownBy(() -> RoundTrip.bytes(serializer, first))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nested too deeply");
    }

    @Test
    void whatCannotBeReadIsAnIoExceptionWithTheCause() throws IOException {
        byte[] bytes = RoundTrip.bytes(serializer, new ArrayList<>(List.of(1, 2, 3)));
        Arrays.fill(bytes, 4, bytes.length, (byte) 0x7F);
        assertThatThrownBy(() -> RoundTrip.read(serializer, bytes))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("could not be read by Kryo");
    }

    /** One of a user's. */
    public static final class FixedList extends Serializer<Collection<?>> {
        @Override
        public void write(Kryo kryo, Output output, Collection<?> object) {
            output.writeInt(42);
        }

        @Override
        public Collection<?> read(Kryo kryo, Input input, Class<? extends Collection<?>> type) {
            return List.of(input.readInt());
        }
    }

    @Test
    void serializersOfUsersComeFirst() throws Exception {
        config.addDefaultKryoSerializer(Collection.class, FixedList.class);
        TypeSerializer<Object> theirs = Types.GENERIC(Object.class).createSerializer(config);
        for (Object value :
                List.of(
                        new ArrayList<>(List.of(1)),
                        Collections.unmodifiableList(new ArrayList<>()),
                        new ConcurrentSkipListSet<>())) {
            assertThat(RoundTrip.read(theirs, RoundTrip.bytes(theirs, value)))
                    .isEqualTo(List.of(42));
        }
    }
}
