// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.engine.state.TypeFit.Outcome;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Values of {@code program.Kept}, as the static {@code first()} of its old version makes them, read
 * into its new version.
 */
class SchemaEvolutionTest {

    @TempDir Path folder;

    private ClassVersions versions;
    private final ExecutionConfig config = new ExecutionConfig();

    @BeforeEach
    void makeFolder() {
        versions = new ClassVersions(folder);
    }

    private record Written(byte[] shape, byte[] bytes) {}

    private static <T> T in(ClassLoader loader, Callable<T> work) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return work.call();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @SuppressWarnings("unchecked") // its values are only ever Kept
    private TypeSerializer<Object> serializer(ClassLoader program) throws Exception {
        return (TypeSerializer<Object>)
                TypeInformation.of(program.loadClass("program.Kept")).createSerializer(config);
    }

    private Written write(Map<String, String> sources) throws Exception {
        ClassLoader program = versions.version(sources);
        return in(
                program,
                () -> {
                    var first = program.loadClass("program.Kept").getDeclaredMethod("first");
                    first.setAccessible(true);
                    TypeSerializer<Object> serializer = serializer(program);
                    DataOutputSerializer out = new DataOutputSerializer(64);
                    serializer.serialize(first.invoke(null), out);
                    return new Written(StateShape.of(serializer).bytes(), out.getCopyOfBuffer());
                });
    }

    private TypeFit<Object> fit(Written old, ClassLoader program) throws Exception {
        return in(program, () -> StateShape.of(old.shape).fit(0, serializer(program)));
    }

    /** What the new version reads, as text, and again after it was rewritten. */
    private String migrated(Map<String, String> old, Map<String, String> now) throws Exception {
        Written written = write(old);
        ClassLoader program = versions.version(now);
        TypeFit<Object> fit = fit(written, program);
        assertThat(fit.outcome()).as(fit.why()).isEqualTo(Outcome.AFTER_MIGRATION);
        return in(
                program,
                () -> {
                    Object read = read(fit.reader(), written.bytes);
                    DataOutputSerializer out = new DataOutputSerializer(64);
                    fit.serializer().serialize(read, out);
                    assertThat(read(serializer(program), out.getCopyOfBuffer()))
                            .hasToString(read.toString());
                    return read.toString();
                });
    }

    private static Object read(TypeSerializer<Object> reader, byte[] bytes) throws Exception {
        DataInputDeserializer in = new DataInputDeserializer(bytes);
        Object value = reader.deserialize(in);
        assertThat(in.available()).isZero();
        return value;
    }

    private String refused(Map<String, String> old, Map<String, String> now) throws Exception {
        TypeFit<Object> fit = fit(write(old), versions.version(now));
        assertThat(fit.outcome()).isEqualTo(Outcome.INCOMPATIBLE);
        return fit.why();
    }

    private static Map<String, String> kept(String source) {
        return Map.of("Kept", source);
    }

    @Test
    @DisplayName("Numbers become wider without loss, boxed or not, in arrays too")
    void numbersBecomeWider() throws Exception {
        assertThat(
                        migrated(
                                kept(
                                        """
                                        public class Kept {
                                            public byte a = 1; public short b = 2; public int c = -3;
                                            public float d = 0.5f; public Integer e = 5; public Integer f;
                                            public Integer[] g = {6, 7}; public int h = 8;
                                            static Kept first() { return new Kept(); }
                                        }
                                        """),
                                kept(
                                        """
                                        public class Kept {
                                            public short a; public long b; public long c;
                                            public double d; public Long e; public Long f;
                                            public Long[] g; public double h;
                                            @Override public String toString() {
                                                return a + " " + b + " " + c + " " + d + " " + e + " " + f + " "
                                                        + g[0] + g[1] + " " + h;
                                            }
                                        }
                                        """)))
                .isEqualTo("1 2 -3 0.5 5 null 67 8.0");
    }

    @Test
    @DisplayName("A narrower number, and one that would lose digits, is refused and named")
    void numbersDoNotBecomeNarrower() throws Exception {
        assertThat(
                        refused(
                                kept(
                                        "public record Kept(long a) { static Kept first() { return new Kept(1); } }"),
                                kept("public record Kept(int a) {}")))
                .contains("Field 'a' of program.Kept was Long and is now Integer");
        assertThat(
                        refused(
                                kept(
                                        "public record Kept(int a) { static Kept first() { return new Kept(1); } }"),
                                kept("public record Kept(float a) {}")))
                .contains("Field 'a' of program.Kept was Integer and is now Float");
    }

    @Test
    @DisplayName("Records evolve by name: reordered, widened, added, removed, boxed")
    void recordsEvolve() throws Exception {
        assertThat(
                        migrated(
                                kept(
                                        """
                                        public record Kept(int n, String gone, String name, int boxed, Long unboxed) {
                                            static Kept first() { return new Kept(1, "g", "x", 4, 5L); }
                                        }
                                        """),
                                kept(
                                        """
                                        public record Kept(
                                                String name, long unboxed, long n, boolean added, Integer boxed) {}
                                        """)))
                .isEqualTo("Kept[name=x, unboxed=5, n=1, added=false, boxed=4]");
    }

    @Test
    @DisplayName("A null that meets a primitive is an error that names the field, not a zero")
    void aNullIsNoPrimitive() throws Exception {
        for (String now :
                new String[] {
                    "public record Kept(long a) {}", "public class Kept { public long a; }"
                }) {
            String old =
                    now.contains("record")
                            ? "public record Kept(Long a) { static Kept first() { return new Kept(null); } }"
                            : "public class Kept { public Long a; static Kept first() { return new Kept(); } }";
            assertThatThrownBy(() -> migrated(kept(old), kept(now)))
                    .hasMessageContaining("field 'a' of program.Kept is null in a value");
        }
    }

    @Test
    @DisplayName("A field may go together with the class it was of: POJO, enum, arrays of it, Kryo")
    void aFieldMayGoWithItsClass() throws Exception {
        assertThat(
                        migrated(
                                Map.of(
                                        "Kept",
                                        """
                                        public class Kept {
                                            public Part a = new Part(); public Part[] b = {new Part(), null};
                                            public Kind c = Kind.ONE; public Odd d = new Odd(3);
                                            public int n = 7; public Part none;
                                            static Kept first() { return new Kept(); }
                                        }
                                        """,
                                        "Part",
                                        "public class Part { public String s = \"s\"; public Long l; public Kind k; }",
                                        "Kind",
                                        "public enum Kind { ONE, TWO }",
                                        "Odd",
                                        "public class Odd { private final int x; public Odd(int x) { this.x = x; } }"),
                                kept(
                                        """
                                        public class Kept {
                                            public int n;
                                            @Override public String toString() { return "" + n; }
                                        }
                                        """)))
                .isEqualTo("7");
    }

    @Test
    @DisplayName(
            "Constants of enums are added and reordered; one that is gone is refused and named")
    void enumsEvolve() throws Exception {
        Map<String, String> old =
                Map.of(
                        "Kept",
                        "public record Kept(Kind kind) { static Kept first() { return new Kept(Kind.B); } }",
                        "Kind",
                        "public enum Kind { A, B }");
        String now = "public record Kept(Kind kind) {}";
        Written written = write(old);
        ClassLoader added =
                versions.version(Map.of("Kept", now, "Kind", "public enum Kind { A, B, C }"));
        assertThat(fit(written, added).outcome()).isEqualTo(Outcome.AS_IS);
        ClassLoader reordered =
                versions.version(Map.of("Kept", now, "Kind", "public enum Kind { C, B, A }"));
        TypeFit<Object> fit = fit(written, reordered);
        assertThat(fit.outcome()).isEqualTo(Outcome.RECONFIGURED);
        assertThat(read(fit.serializer(), written.bytes)).hasToString("Kept[kind=B]");
        ClassLoader without =
                versions.version(Map.of("Kept", now, "Kind", "public enum Kind { A, C }"));
        assertThat(fit(written, without).outcome()).isEqualTo(Outcome.INCOMPATIBLE);
        assertThat(fit(written, without).why())
                .contains("Of the enum program.Kind these constants are gone: B.");
    }

    @Test
    @DisplayName(
            "What Kryo writes may not change its fields, wherever it is; constants may be added")
    void kryoDoesNotEvolve() throws Exception {
        String kept =
                """
                public class Kept {
                    private final Part part; private final Kind kind;
                    public Kept(Part part, Kind kind) { this.part = part; this.kind = kind; }
                    static Kept first() { return new Kept(new Part(3), Kind.B); }
                    @Override public String toString() { return part + " " + kind; }
                }
                """;
        String part =
                """
                public class Part { private final int a; public Part(int a) { this.a = a; }
                    @Override public String toString() { return "" + a; } }
                """;
        Map<String, String> old =
                Map.of("Kept", kept, "Part", part, "Kind", "public enum Kind { A, B }");
        Written written = write(old);
        ClassLoader more =
                versions.version(
                        Map.of("Kept", kept, "Part", part, "Kind", "public enum Kind { A, B, C }"));
        assertThat(fit(written, more).outcome()).isEqualTo(Outcome.AS_IS);
        assertThat(in(more, () -> read(serializer(more), written.bytes))).hasToString("3 B");
        assertThat(
                        refused(
                                old,
                                Map.of(
                                        "Kept",
                                        kept,
                                        "Part",
                                        part.replace("final int a;", "final int a; private int b;"),
                                        "Kind",
                                        "public enum Kind { A, B }")))
                .contains("Field 'b' of program.Part is new")
                .contains("Kryo");
        assertThat(
                        refused(
                                old,
                                Map.of(
                                        "Kept",
                                        kept,
                                        "Part",
                                        part,
                                        "Kind",
                                        "public enum Kind { B, A }")))
                .isNotEmpty();
    }

    @Test
    @DisplayName("ST-31: a class of another name is refused")
    void anotherClassIsRefused() throws Exception {
        Written written =
                write(
                        Map.of(
                                "Kept",
                                "public record Kept(Part part) { static Kept first() { return new Kept(null); } }",
                                "Part",
                                "public record Part(int a) {}"));
        TypeFit<Object> fit =
                fit(
                        written,
                        versions.version(
                                Map.of(
                                        "Kept",
                                        "public record Kept(Piece part) {}",
                                        "Piece",
                                        "public record Piece(int a) {}")));
        assertThat(fit.outcome()).isEqualTo(Outcome.INCOMPATIBLE);
        assertThat(fit.why())
                .contains("'part'", "The class was program.Part and is now program.Piece");
    }

    @Test
    @DisplayName("ST-31: registered subclasses evolve, others are refused when met")
    void registeredSubclassesEvolve() throws Exception {
        String old =
                """
                public class Kept {
                    public int id = 1; public int gone = 2;
                    static Kept first() { return new More(); }
                    @Override public String toString() { return "" + id; }
                }
                """;
        String now =
                """
                public class Kept {
                    public long id; public Integer added;
                    @Override public String toString() { return "" + id + added; }
                }
                """;
        Map<String, String> before =
                Map.of("Kept", old, "More", "public class More extends Kept { public int m = 5; }");
        ClassLoader program =
                versions.version(
                        Map.of(
                                "Kept",
                                now,
                                "More",
                                """
                                public class More extends Kept { public long m; public String s;
                                    @Override public String toString() { return super.toString() + m + s; } }
                                """));
        Written unregistered = write(before);
        TypeFit<Object> fit = fit(unregistered, program);
        assertThatThrownBy(() -> in(program, () -> read(fit.reader(), unregistered.bytes)))
                .hasMessageContaining("its subclass program.More")
                .hasMessageContaining("not registered");

        ClassLoader first = versions.version(before);
        config.getSerializerConfig().registerPojoType(first.loadClass("program.More"));
        Written registered =
                in(
                        first,
                        () -> {
                            TypeSerializer<Object> serializer = serializer(first);
                            DataOutputSerializer out = new DataOutputSerializer(64);
                            serializer.serialize(
                                    first.loadClass("program.More")
                                            .getDeclaredConstructor()
                                            .newInstance(),
                                    out);
                            return new Written(
                                    StateShape.of(serializer).bytes(), out.getCopyOfBuffer());
                        });
        config.getSerializerConfig().getRegisteredPojoTypes().clear();
        assertThat(fit(registered, program).outcome()).isEqualTo(Outcome.INCOMPATIBLE);
        config.getSerializerConfig().registerPojoType(program.loadClass("program.More"));
        TypeFit<Object> known = fit(registered, program);
        assertThat(known.outcome()).isEqualTo(Outcome.AFTER_MIGRATION);
        assertThat(in(program, () -> read(known.reader(), registered.bytes)))
                .hasToString("1null5null");
    }
}
