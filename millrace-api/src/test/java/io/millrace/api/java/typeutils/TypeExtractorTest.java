// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.functions.FlatMapFunction;
import io.millrace.api.common.functions.InvalidTypesException;
import io.millrace.api.common.functions.MapFunction;
import io.millrace.api.common.typeinfo.BasicArrayTypeInfo;
import io.millrace.api.common.typeinfo.PrimitiveArrayTypeInfo;
import io.millrace.api.common.typeinfo.TypeHint;
import io.millrace.api.common.typeinfo.TypeInfo;
import io.millrace.api.common.typeinfo.TypeInfoFactory;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.api.java.tuple.Tuple;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.spi.types.RequiredType;
import io.millrace.util.Collector;
import java.io.Serializable;
import java.lang.reflect.Type;
import java.time.DayOfWeek;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TypeExtractorTest {

    public static class Box<T> {
        public T content;
        public List<T> more;

        public Box() {}
    }

    public static class StringBox extends Box<String> {
        public long extra;

        public StringBox() {}
    }

    public static class Node {
        public String name;
        public Node next;

        public Node() {}
    }

    public static class NoConstructor {
        public long id;

        public NoConstructor(long id) {
            this.id = id;
        }
    }

    public static class HiddenField {
        private long id;

        public HiddenField() {}

        public long next() {
            return id++;
        }
    }

    @SuppressWarnings("unchecked") // the mirrored copy() of tuples
    public static class Pair extends Tuple2<String, Long> {
        private static final long serialVersionUID = 1L;

        public Pair() {}
    }

    @TypeInfo(OwnFactory.class)
    public static class Own<T> {
        public Own() {}
    }

    public static class OwnFactory extends TypeInfoFactory<Own<?>> {
        public OwnFactory() {}

        @Override
        @SuppressWarnings({"unchecked", "rawtypes"}) // a fake
        public TypeInformation<Own<?>> createTypeInfo(
                Type t, Map<String, TypeInformation<?>> parameters) {
            return (TypeInformation) new ListTypeInfo<>(parameters.get("T"));
        }
    }

    static class Same<T> implements MapFunction<T, T> {
        private static final long serialVersionUID = 1L;

        @Override
        public T map(T value) {
            return value;
        }
    }

    static class Swap<A, B> implements MapFunction<Tuple2<A, B>, Tuple2<B, A>> {
        private static final long serialVersionUID = 1L;

        @Override
        public Tuple2<B, A> map(Tuple2<A, B> value) {
            return value.swap();
        }
    }

    private static final TypeInformation<String> IN = Types.STRING;

    private static <I, O> TypeInformation<O> mapped(MapFunction<I, O> map, TypeInformation<I> in) {
        return TypeExtractor.getMapReturnTypes(map, in, null, true);
    }

    @Test
    void classesAreReadByTheirKind() {
        assertThat(TypeInformation.of(String.class)).isEqualTo(Types.STRING);
        assertThat(TypeInformation.of(long.class)).isEqualTo(Types.LONG);
        assertThat(TypeInformation.of(DayOfWeek.class)).isEqualTo(Types.ENUM(DayOfWeek.class));
        assertThat(TypeInformation.of(long[].class))
                .isEqualTo(PrimitiveArrayTypeInfo.LONG_PRIMITIVE_ARRAY_TYPE_INFO);
        assertThat(TypeInformation.of(String[].class))
                .isEqualTo(BasicArrayTypeInfo.STRING_ARRAY_TYPE_INFO);
        assertThat(TypeInformation.of(Node[].class)).isInstanceOf(ObjectArrayTypeInfo.class);
        assertThat(TypeInformation.of(Object.class)).isInstanceOf(GenericTypeInfo.class);
        assertThat(TypeInformation.of(Pair.class))
                .isEqualTo(new TupleTypeInfo<>(Pair.class, Types.STRING, Types.LONG));
    }

    @Test
    void hintsKeepTypeArguments() {
        assertThat(TypeInformation.of(new TypeHint<Tuple2<String, List<Long>>>() {}))
                .isEqualTo(Types.TUPLE(Types.STRING, Types.LIST(Types.LONG)));
        assertThat(TypeInformation.of(new TypeHint<Map<String, long[]>>() {}))
                .isEqualTo(
                        Types.MAP(
                                Types.STRING,
                                PrimitiveArrayTypeInfo.LONG_PRIMITIVE_ARRAY_TYPE_INFO));
        assertThat(TypeInformation.of(new TypeHint<Tuple2<String, Long>[]>() {}).toString())
                .contains("Tuple2<String, Long>");
        assertThat(TypeInformation.of(new TypeHint<Set<String>>() {}))
                .isInstanceOf(GenericTypeInfo.class);
    }

    @Test
    void genericPojosAreReadThroughTheirArguments() {
        PojoTypeInfo<?> box =
                (PojoTypeInfo<?>) TypeInformation.of(new TypeHint<Box<Tuple2<String, Long>>>() {});
        assertThat(box.<Object>getTypeAt("content.f1")).isEqualTo(Types.LONG);
        assertThat(box.<Object>getTypeAt("more"))
                .isEqualTo(Types.LIST(Types.TUPLE(Types.STRING, Types.LONG)));
        PojoTypeInfo<?> sub = (PojoTypeInfo<?>) TypeInformation.of(StringBox.class);
        assertThat(sub.getFieldNames()).containsExactly("content", "extra", "more");
        assertThat(sub.<Object>getTypeAt("content")).isEqualTo(Types.STRING);
    }

    @Test
    void aTypeInsideOfItselfIsGenericThere() {
        PojoTypeInfo<?> node = (PojoTypeInfo<?>) TypeInformation.of(Node.class);
        assertThat(node.<Object>getTypeAt("next")).isEqualTo(Types.GENERIC(Node.class));
    }

    @Test
    void whatIsNoPojoIsGeneric() {
        assertThat(TypeInformation.of(NoConstructor.class)).isInstanceOf(GenericTypeInfo.class);
        assertThat(TypeInformation.of(HiddenField.class)).isInstanceOf(GenericTypeInfo.class);
        assertThat(TypeInformation.of(Serializable.class)).isInstanceOf(GenericTypeInfo.class);
        assertThat(TypeInformation.of(ArrayList.class)).isInstanceOf(GenericTypeInfo.class);
        assertThatThrownBy(() -> Types.POJO(NoConstructor.class))
                .isInstanceOf(InvalidTypesException.class)
                .hasMessageContaining(NoConstructor.class.getName());
    }

    @Test
    void factoriesAreAskedFirst() {
        assertThat(TypeInformation.of(new TypeHint<Own<Long>>() {}).toString())
                .isEqualTo("List<Long>");
    }

    @Test
    void flatFieldsArePositionsOverAll() {
        TupleTypeInfo<?> type =
                new TupleTypeInfo<>(
                        Types.TUPLE(Types.STRING, Types.LONG), TypeInformation.of(Node.class));
        assertThat(type.getTotalFields()).isEqualTo(4);
        assertThat(type.getFlatFields("f1.next"))
                .hasSize(1)
                .first()
                .hasToString(
                        "NamedFlatFieldDescriptor [name=next position=3 typeInfo="
                                + Types.GENERIC(Node.class)
                                + "]");
        assertThat(type.getFlatFields("*")).hasSize(4);
        assertThat(type.getFlatFields("0")).hasSize(2);
        assertThatThrownBy(() -> type.getTypeAt("f0.x")).hasMessageContaining("no field 'x'");
        assertThatThrownBy(() -> type.getTypeAt("f7")).hasMessageContaining("[f0, f1]");
    }

    @Test
    void anonymousClassesTellTheirTypes() {
        TypeInformation<Tuple2<String, Long>> type =
                mapped(
                        new MapFunction<String, Tuple2<String, Long>>() {
                            private static final long serialVersionUID = 1L;

                            @Override
                            public Tuple2<String, Long> map(String value) {
                                return Tuple2.of(value, 1L);
                            }
                        },
                        IN);
        assertThat(type).isEqualTo(Types.TUPLE(Types.STRING, Types.LONG));
    }

    @Test
    void variablesOfAFunctionAreLearntFromItsInput() {
        assertThat(mapped(new Same<String>(), IN)).isEqualTo(Types.STRING);
        assertThat(
                        mapped(
                                new Swap<String, Long>(),
                                Types.<Tuple2<String, Long>>TUPLE(Types.STRING, Types.LONG)))
                .isEqualTo(Types.TUPLE(Types.LONG, Types.STRING));
    }

    @Test
    void lambdasTellWhatTheCompilerKept() {
        assertThat(mapped((String s) -> s.length(), IN)).isEqualTo(Types.INT);
        assertThat(mapped(String::trim, IN)).isEqualTo(Types.STRING);
        assertThat(mapped((String s) -> new Pair(), IN)).isEqualTo(TypeInformation.of(Pair.class));
        assertThat(mapped(StringBuilder::new, IN)).isEqualTo(Types.GENERIC(StringBuilder.class));
        long captured = System.identityHashCode(this);
        assertThat(mapped((String s) -> captured, IN)).isEqualTo(Types.LONG);
    }

    @Test
    void aMethodReferenceToAGenericMethodTellsWhatItReturnsHere() {
        KeySelector<Map.Entry<String, Long>, String> key = Map.Entry::getKey;
        assertThat(TypeExtractor.getKeySelectorTypes(key, null)).isEqualTo(Types.STRING);
        KeySelector<Tuple2<String, Long>, Long> field = tuple -> tuple.f1;
        assertThat(TypeExtractor.getKeySelectorTypes(field, null)).isEqualTo(Types.LONG);
    }

    private static Tuple2<String, Long> pairOf(String text) {
        return Tuple2.of(text, 1L);
    }

    @Test
    void aReferenceToAMethodWithTypeArgumentsKeepsThem() {
        assertThat(mapped(TypeExtractorTest::pairOf, IN))
                .isEqualTo(Types.TUPLE(Types.STRING, Types.LONG));
    }

    @Test
    void aMissingTypeSaysWhereAndWhatToDo() {
        FlatMapFunction<String, Tuple2<String, Long>> split =
                (String line, Collector<Tuple2<String, Long>> out) -> out.collect(pairOf(line));
        int line = new Throwable().getStackTrace()[0].getLineNumber() + 1;
        TypeInformation<?> type = TypeExtractor.getFlatMapReturnTypes(split, IN, null, true);
        assertThat(type).isInstanceOf(MissingTypeInfo.class);
        assertThatThrownBy(() -> RequiredType.of(type))
                .isInstanceOf(InvalidTypesException.class)
                .hasMessageContaining("TypeExtractorTest.java:" + line)
                .hasMessageContaining("returns(")
                .hasMessageContaining("(anonymous) class")
                .hasMessageContaining("Collector");
        assertThatThrownBy(() -> TypeExtractor.getFlatMapReturnTypes(split, IN))
                .isInstanceOf(InvalidTypesException.class);
    }

    @Test
    void aMissingInputIsTolerated() {
        TypeInformation<String> missing = cast(mapped((String s) -> Tuple2.of(s, s), IN));
        assertThat(missing).isInstanceOf((Class<?>) MissingTypeInfo.class);
        assertThat(mapped((String s) -> s.length(), missing)).isEqualTo(Types.INT);
        assertThat(mapped(new Same<>(), missing)).isInstanceOf((Class<?>) MissingTypeInfo.class);
    }

    @SuppressWarnings("unchecked") // a missing type pretends to be of anything
    private static <T> TypeInformation<T> cast(Object type) {
        return (TypeInformation<T>) type;
    }

    @Test
    void rawGenericsAreMissingRatherThanWrong() {
        assertThat(mapped((String s) -> List.of(s), IN))
                .isInstanceOf((Class<?>) MissingTypeInfo.class);
        assertThatThrownBy(() -> TypeInformation.of(Tuple2.class))
                .isInstanceOf(InvalidTypesException.class)
                .hasMessageContaining("Tuple2");
        assertThatThrownBy(() -> TypeInformation.of(Tuple.class))
                .isInstanceOf(InvalidTypesException.class);
    }

    @Test
    void valuesTellTheirTypes() {
        assertThat(TypeExtractor.getForObject(Tuple2.of("a", Tuple2.of(1, 2L))))
                .isEqualTo(Types.TUPLE(Types.STRING, Types.TUPLE(Types.INT, Types.LONG)));
        assertThat(TypeExtractor.getForObject(new Node())).isInstanceOf(PojoTypeInfo.class);
        assertThatThrownBy(() -> TypeExtractor.getForObject(Tuple2.of("a", null)))
                .isInstanceOf(InvalidTypesException.class)
                .hasMessageContaining("null");
    }
}
