// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.inspect;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.BigDecSerializer;
import io.millrace.api.common.typeutils.base.BigIntSerializer;
import io.millrace.api.common.typeutils.base.BooleanSerializer;
import io.millrace.api.common.typeutils.base.BooleanValueSerializer;
import io.millrace.api.common.typeutils.base.ByteSerializer;
import io.millrace.api.common.typeutils.base.ByteValueSerializer;
import io.millrace.api.common.typeutils.base.CharSerializer;
import io.millrace.api.common.typeutils.base.CharValueSerializer;
import io.millrace.api.common.typeutils.base.DateSerializer;
import io.millrace.api.common.typeutils.base.DoubleSerializer;
import io.millrace.api.common.typeutils.base.DoubleValueSerializer;
import io.millrace.api.common.typeutils.base.FloatSerializer;
import io.millrace.api.common.typeutils.base.FloatValueSerializer;
import io.millrace.api.common.typeutils.base.InstantSerializer;
import io.millrace.api.common.typeutils.base.IntSerializer;
import io.millrace.api.common.typeutils.base.IntValueSerializer;
import io.millrace.api.common.typeutils.base.LocalDateSerializer;
import io.millrace.api.common.typeutils.base.LocalDateTimeSerializer;
import io.millrace.api.common.typeutils.base.LocalTimeSerializer;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.api.common.typeutils.base.LongValueSerializer;
import io.millrace.api.common.typeutils.base.NullValueSerializer;
import io.millrace.api.common.typeutils.base.ShortSerializer;
import io.millrace.api.common.typeutils.base.ShortValueSerializer;
import io.millrace.api.common.typeutils.base.SqlDateSerializer;
import io.millrace.api.common.typeutils.base.SqlTimeSerializer;
import io.millrace.api.common.typeutils.base.SqlTimestampSerializer;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.api.common.typeutils.base.StringValueSerializer;
import io.millrace.api.common.typeutils.base.VoidSerializer;
import io.millrace.api.common.typeutils.base.array.BooleanPrimitiveArraySerializer;
import io.millrace.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import io.millrace.api.common.typeutils.base.array.CharPrimitiveArraySerializer;
import io.millrace.api.common.typeutils.base.array.DoublePrimitiveArraySerializer;
import io.millrace.api.common.typeutils.base.array.FloatPrimitiveArraySerializer;
import io.millrace.api.common.typeutils.base.array.IntPrimitiveArraySerializer;
import io.millrace.api.common.typeutils.base.array.LongPrimitiveArraySerializer;
import io.millrace.api.common.typeutils.base.array.ShortPrimitiveArraySerializer;
import io.millrace.api.common.typeutils.base.array.StringArraySerializer;
import io.millrace.runtime.state.VoidNamespaceSerializer;
import io.millrace.spi.types.TypeDescription;
import io.millrace.streaming.api.windowing.windows.GlobalWindow;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Readers for types of which only the text is known, as {@link TypeDescription} writes it. That is
 * enough for all but POJOs, whose text does not tell what can be null: those have a shape.
 */
final class TypeTexts {

    private static final Map<String, TypeSerializer<?>> SIMPLE = new HashMap<>();

    static {
        for (TypeSerializer<?> serializer :
                List.<TypeSerializer<?>>of(
                        BigDecSerializer.INSTANCE,
                        BigIntSerializer.INSTANCE,
                        BooleanSerializer.INSTANCE,
                        BooleanValueSerializer.INSTANCE,
                        ByteSerializer.INSTANCE,
                        ByteValueSerializer.INSTANCE,
                        CharSerializer.INSTANCE,
                        CharValueSerializer.INSTANCE,
                        DateSerializer.INSTANCE,
                        DoubleSerializer.INSTANCE,
                        DoubleValueSerializer.INSTANCE,
                        FloatSerializer.INSTANCE,
                        FloatValueSerializer.INSTANCE,
                        InstantSerializer.INSTANCE,
                        IntSerializer.INSTANCE,
                        IntValueSerializer.INSTANCE,
                        LocalDateSerializer.INSTANCE,
                        LocalDateTimeSerializer.INSTANCE,
                        LocalTimeSerializer.INSTANCE,
                        LongSerializer.INSTANCE,
                        LongValueSerializer.INSTANCE,
                        NullValueSerializer.INSTANCE,
                        ShortSerializer.INSTANCE,
                        ShortValueSerializer.INSTANCE,
                        SqlDateSerializer.INSTANCE,
                        SqlTimeSerializer.INSTANCE,
                        SqlTimestampSerializer.INSTANCE,
                        StringSerializer.INSTANCE,
                        StringValueSerializer.INSTANCE,
                        VoidSerializer.INSTANCE,
                        VoidNamespaceSerializer.INSTANCE,
                        BooleanPrimitiveArraySerializer.INSTANCE,
                        BytePrimitiveArraySerializer.INSTANCE,
                        CharPrimitiveArraySerializer.INSTANCE,
                        DoublePrimitiveArraySerializer.INSTANCE,
                        FloatPrimitiveArraySerializer.INSTANCE,
                        IntPrimitiveArraySerializer.INSTANCE,
                        LongPrimitiveArraySerializer.INSTANCE,
                        ShortPrimitiveArraySerializer.INSTANCE,
                        StringArraySerializer.INSTANCE,
                        new TimeWindow.Serializer(),
                        new GlobalWindow.Serializer())) {
            SIMPLE.put(TypeDescription.of(serializer), serializer);
        }
    }

    private final ClassReaders classes;
    private String text;
    private int at;

    TypeTexts(ClassReaders classes) {
        this.classes = classes;
    }

    /** A reader of values of the type with this text. */
    ValueReader of(String type) {
        text = type;
        at = 0;
        try {
            ValueReader reader = type();
            return at == text.length() ? reader : unknown(type);
        } catch (StringIndexOutOfBoundsException e) {
            return unknown(type);
        }
    }

    private static ValueReader unknown(String type) {
        return new ValueReader.Unreadable(
                "values of type " + type + " can't be read without the program");
    }

    /** The types within the outermost brackets of a text, as {@code K} and {@code V} of a map. */
    static List<String> arguments(String type) {
        List<String> arguments = new ArrayList<>();
        int depth = 0;
        int start = type.indexOf('<') + 1;
        for (int i = start - 1; i < type.length(); i++) {
            char c = type.charAt(i);
            if (c == '<' || c == '{') {
                depth++;
            } else if (c == '>' || c == '}') {
                depth--;
            }
            if (depth == 0 || depth == 1 && c == ',') {
                arguments.add(type.substring(start, i));
                start = i + 2;
            }
            if (depth == 0) {
                break;
            }
        }
        return arguments;
    }

    private ValueReader type() {
        int begin = at;
        ValueReader reader = plain();
        while (text.startsWith("[]", at)) {
            at += 2;
            // Arrays of what Java has a serializer for are one type, not an array of another.
            TypeSerializer<?> whole = SIMPLE.get(text.substring(begin, at));
            reader =
                    whole != null
                            ? new ValueReader.BySerializer(whole)
                            : new ValueReader.ArrayElements(reader);
        }
        return reader;
    }

    private ValueReader plain() {
        if (takes("POJO ")) {
            String name = word();
            skipBraces();
            ValueReader byClass = classes.ofClass(name);
            return byClass.unreadable() == null
                    ? byClass
                    : new ValueReader.Unreadable(
                            "this checkpoint does not remember the fields of "
                                    + name
                                    + "; "
                                    + ClassReaders.lacking("the class"));
        } else if (takes("Enum ")) {
            word();
            return new ValueReader.Constants(braces());
        } else if (takes("Kryo ")) {
            return classes.ofKryo(word());
        } else if (takes("by ")) {
            return classes.ofSerializer(word());
        } else if (takes("List<")) {
            return new ValueReader.Elements(closed(List.of(type())).get(0));
        } else if (takes("Map<")) {
            ValueReader key = type();
            expect(", ");
            return new ValueReader.Entries(key, closed(List.of(type())).get(0));
        } else if (takes("One<")) {
            ValueReader one = type();
            expect(" or ");
            ValueReader two = closed(List.of(type())).get(0);
            return new ValueReader.Union(one, two);
        } else if (takes("tuple ")) {
            word();
            return text.startsWith("<", at) ? tuple() : new ValueReader.TupleFields(List.of());
        } else if (takes("Tuple0")) {
            return new ValueReader.TupleFields(List.of());
        } else if (takes("Any")) {
            return new AnyReader(classes);
        }
        String name = word();
        if (name.matches("Tuple[0-9]+") && text.startsWith("<", at)) {
            return tuple();
        }
        TypeSerializer<?> simple = SIMPLE.get(name);
        if (simple == null && name.matches("[a-z]+") && text.startsWith("[]", at)) {
            return new ValueReader.Unreadable("an array of " + name);
        }
        return simple != null ? new ValueReader.BySerializer(simple.duplicate()) : unknown(name);
    }

    private ValueReader tuple() {
        expect("<");
        List<ValueReader> fields = new ArrayList<>();
        do {
            fields.add(type());
        } while (takes(", "));
        return new ValueReader.TupleFields(closed(fields));
    }

    private List<ValueReader> closed(List<ValueReader> readers) {
        expect(">");
        return readers;
    }

    private boolean takes(String begin) {
        if (text.startsWith(begin, at)) {
            at += begin.length();
            return true;
        }
        return false;
    }

    private void expect(String next) {
        if (!takes(next)) {
            throw new StringIndexOutOfBoundsException("'" + next + "' at " + at + " of " + text);
        }
    }

    /** A name: up to a bracket, a comma or a blank; an array's own begins with brackets. */
    private String word() {
        int begin = at;
        while (at < text.length() && text.charAt(at) == '[') {
            at++;
        }
        boolean array = at > begin;
        while (at < text.length() && "<>{}[], ".indexOf(text.charAt(at)) < 0) {
            at++;
            if (array
                    && (text.charAt(at - 1) == ';'
                            || at == begin + 2 && text.charAt(at - 1) != 'L')) {
                break;
            }
        }
        return text.substring(begin, at);
    }

    private void skipBraces() {
        int depth = 0;
        do {
            char c = text.charAt(at++);
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        } while (depth > 0);
    }

    private List<String> braces() {
        int begin = at + 1;
        skipBraces();
        String inside = text.substring(begin, at - 1);
        return inside.isEmpty() ? List.of() : List.of(inside.split(", ", -1));
    }
}
