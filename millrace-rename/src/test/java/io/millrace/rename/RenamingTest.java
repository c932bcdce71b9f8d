// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

class RenamingTest {

    private static final Set<String> THERE = Set.of("io/millrace/there/Known");
    private static final Renaming TO_MILLRACE = Renaming.toMillrace(THERE::contains);

    private static void assertBackAgain(Map<String, byte[]> classes, Renaming renaming) {
        classes.forEach(
                (name, file) -> {
                    byte[] there = renaming.classFile(file);
                    byte[] back = renaming.reverse().classFile(there);
                    assertThat(back)
                            .as(name)
                            .isEqualTo(there == file ? file : Renaming.asWritten(file));
                });
    }

    @Test
    void aSerializedLambdaIsReadAgain() throws Exception {
        Map<String, byte[]> classes =
                Compiled.sources(
                        """
                        package org.apache.flink.demo;
                        public interface Step<T> extends java.io.Serializable {
                            String apply(T item);
                        }
                        """,
                        """
                        package org.apache.flink.demo;
                        public class Program implements java.util.function.Function<Object, Object> {
                            public record Item(String name) {}
                            public static Step<Item> step() { return item -> "ran " + item.name(); }
                            public Object apply(Object step) {
                                return ((Step<Item>) step).apply(new Item("x"));
                            }
                        }
                        """);
        Map<String, byte[]> renamed = Compiled.renamed(classes, TO_MILLRACE);
        ClassLoader loader = Compiled.loader(renamed);
        Object step = Compiled.call(loader, "io.millrace.demo.Program", "step");
        Object read = Compiled.again(step, loader);
        @SuppressWarnings("unchecked")
        Function<Object, Object> program =
                (Function<Object, Object>)
                        loader.loadClass("io.millrace.demo.Program").getConstructor().newInstance();

        assertThat(program.apply(read)).isEqualTo("ran x");
        assertBackAgain(classes, TO_MILLRACE);
    }

    @ParameterizedTest
    @CsvSource({
        "org.apache.flink.there.Known, io.millrace.there.Known",
        "org/apache/flink/there/Known, io/millrace/there/Known",
        "org/apache/flink/there/Known.class, io/millrace/there/Known.class",
        "/org/apache/flink/there/Known.class, /io/millrace/there/Known.class",
        "Lorg/apache/flink/there/Known;, Lio/millrace/there/Known;",
        "[[Lorg.apache.flink.there.Known;, [[Lio.millrace.there.Known;",
    })
    void aStringThatNamesAClassThatExistsIsRenamed(String string, String renamed) {
        assertThat(TO_MILLRACE.string(string)).isEqualTo(renamed);
        assertThat(TO_MILLRACE.reverse().string(renamed)).isEqualTo(string);
    }

    @ParameterizedTest
    @CsvSource({
        "org.apache.flink",
        "org.apache.flink.",
        "org/apache/flink",
        "org/apache/flink/",
        "io.millrace",
        "io.millrace.",
        "io/millrace",
        "io/millrace/",
        "org.apache.flinkx",
        "org.apache.flink-core",
        "org.apache.flink_",
        "org.apache.flinkx.there.Known",
        "org.apache.flink.there.Unknown",
        "org.apache.flink.there.Known is a class",
        "see org.apache.flink.there.Known",
        "my.org.apache.flink.there.Known",
        "org.apache.flink/there.Known",
        "org.apache.flink..there",
        "org.apache.flink.shaded",
        "org.apache.flink.shaded.guava31.com.google.common.base.Optional",
        "https://org.apache.flink",
        "L;",
        "[;",
        ";",
    })
    void anyOtherStringStays(String string) {
        assertThat(TO_MILLRACE.string(string)).isEqualTo(string);
        assertThat(TO_MILLRACE.reverse().string(string)).isEqualTo(string);
    }

    @Test
    void stringsOfAProgramAreRenamedByTheseRules() throws Exception {
        Map<String, byte[]> classes =
                Compiled.sources(
                        """
                        package org.apache.flink.demo;
                        import java.util.List;
                        public class Program {
                            public static final String FIELD = "org.apache.flink.there.Known";
                            public static List<String> strings() {
                                return List.of(
                                        FIELD,
                                        "org.apache.flink.there.Unknown",
                                        "the class org.apache.flink.there.Known",
                                        Program.class.getName());
                            }
                            public static List<String> data() {
                                return List.of(
                                        "org.apache.flink",
                                        "org.apache.flink.",
                                        "io.millrace.there.Known");
                            }
                        }
                        """);
        ClassLoader loader = Compiled.loader(Compiled.renamed(classes, TO_MILLRACE));

        assertThat(Compiled.call(loader, "io.millrace.demo.Program", "strings"))
                .asString()
                .isEqualTo(
                        "[io.millrace.there.Known, org.apache.flink.there.Unknown,"
                                + " the class org.apache.flink.there.Known,"
                                + " io.millrace.demo.Program]");
        assertThat(Compiled.call(loader, "io.millrace.demo.Program", "data"))
                .asString()
                .isEqualTo("[org.apache.flink, org.apache.flink., io.millrace.there.Known]");
        assertThat(loader.loadClass("io.millrace.demo.Program").getField("FIELD").get(null))
                .isEqualTo("io.millrace.there.Known");
    }

    @Test
    void aSwitchOverNamesOfClassesFindsThemStill() throws Exception {
        // Put together when it runs, so that they are the names whatever becomes of constants.
        Map<String, byte[]> classes =
                Compiled.sources(
                        """
                        package org.apache.flink.demo;
                        import java.util.List;
                        public class Program {
                            private static int number(String name) {
                                switch (name) {
                                    case "Aa": return 1;
                                    case "org.apache.flink.there.Known": return 2;
                                    case "BB": return 3;
                                    case "org.apache.flink": return 4;
                                    default: return 5;
                                }
                            }
                            public static List<Integer> numbers() {
                                String io = String.valueOf("io");
                                return List.of(
                                        number("Aa"),
                                        number(io + ".millrace.there.Known"),
                                        number("BB"),
                                        number("org.apache." + "flink".strip()),
                                        number("other"));
                            }
                        }
                        """);
        ClassLoader loader = Compiled.loader(Compiled.renamed(classes, TO_MILLRACE));

        assertThat(Compiled.call(loader, "io.millrace.demo.Program", "numbers"))
                .asString()
                .isEqualTo("[1, 2, 3, 4, 5]");
        assertBackAgain(classes, TO_MILLRACE);
    }

    @Test
    void aConstantThatIsMadeWhenItIsLoadedNamesWhatThereIsThen() throws Exception {
        // No source makes one; other compilers, and tools that write bytecode, do.
        Map<String, byte[]> classes =
                new TreeMap<>(
                        Compiled.sources(
                                """
                                package org.apache.flink.demo;
                                import java.lang.invoke.MethodHandle;
                                import java.lang.invoke.MethodHandles;
                                public class Maker {
                                    public static final class Item {}
                                    public static Item item() { return new Item(); }
                                    public static String make(
                                            MethodHandles.Lookup lookup, String name, Class<?> type,
                                            String text, Class<?> item, MethodHandle handle,
                                            String inner) throws Throwable {
                                        return text + " " + item.getName() + " "
                                                + handle.invoke().getClass().getName() + " " + inner;
                                    }
                                    public static String inner(
                                            MethodHandles.Lookup lookup, String name, Class<?> type,
                                            String text) {
                                        return text;
                                    }
                                }
                                """));
        String maker = "org/apache/flink/demo/Maker";
        String string = "Ljava/lang/String;";
        String first = "(Ljava/lang/invoke/MethodHandles$Lookup;" + string + "Ljava/lang/Class;";
        ConstantDynamic inner =
                new ConstantDynamic(
                        "inner",
                        string,
                        new Handle(
                                Opcodes.H_INVOKESTATIC,
                                maker,
                                "inner",
                                first + string + ")" + string,
                                false),
                        "org.apache.flink.there.Known");
        ConstantDynamic constant =
                new ConstantDynamic(
                        "made",
                        string,
                        new Handle(
                                Opcodes.H_INVOKESTATIC,
                                maker,
                                "make",
                                first
                                        + string
                                        + "Ljava/lang/Class;Ljava/lang/invoke/MethodHandle;"
                                        + string
                                        + ")"
                                        + string,
                                false),
                        "org/apache/flink/there/Known",
                        Type.getObjectType(maker + "$Item"),
                        new Handle(
                                Opcodes.H_INVOKESTATIC,
                                maker,
                                "item",
                                "()L" + maker + "$Item;",
                                false),
                        inner);
        ClassWriter writer = new ClassWriter(0);
        writer.visit(
                Opcodes.V11,
                Opcodes.ACC_PUBLIC,
                "org/apache/flink/demo/C",
                null,
                "java/lang/Object",
                null);
        MethodVisitor method =
                writer.visitMethod(
                        Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "text", "()" + string, null, null);
        method.visitCode();
        method.visitLdcInsn(constant);
        method.visitInsn(Opcodes.ARETURN);
        method.visitMaxs(1, 0);
        method.visitEnd();
        writer.visitEnd();
        classes.put("org/apache/flink/demo/C", writer.toByteArray());

        assertThat(
                        Compiled.call(
                                Compiled.loader(Compiled.renamed(classes, TO_MILLRACE)),
                                "io.millrace.demo.C",
                                "text"))
                .isEqualTo(
                        "io/millrace/there/Known io.millrace.demo.Maker$Item"
                                + " io.millrace.demo.Maker$Item io.millrace.there.Known");
        assertBackAgain(classes, TO_MILLRACE);
    }

    @Test
    void aSerialVersionIsWhatItWereHadTheOtherNamesBeenCompiled() throws Exception {
        String flinks =
                """
                package org.apache.flink.demo;
                public class Program implements java.io.Serializable {
                    public static class Item implements java.io.Serializable {
                        private static final long serialVersionUID = 7;
                    }
                    protected Item[] items;
                    public Item first(java.util.List<Item> from) {
                        java.util.function.Function<Integer, Item> get = n -> from.get(n);
                        return get.apply(0);
                    }
                }
                """;
        Map<String, byte[]> classes = Compiled.sources(flinks);
        Map<String, byte[]> renamed = Compiled.renamed(classes, TO_MILLRACE);
        Map<String, byte[]> compiled =
                Compiled.sources(flinks.replace("org.apache.flink", "io.millrace"));

        assertThat(Compiled.serialVersion(renamed, "io.millrace.demo.Program"))
                .isEqualTo(Compiled.serialVersion(compiled, "io.millrace.demo.Program"))
                .isNotEqualTo(Compiled.serialVersion(classes, "org.apache.flink.demo.Program"));
        assertThat(Compiled.serialVersion(renamed, "io.millrace.demo.Program$Item")).isEqualTo(7);
    }

    private static byte[] both(String member) {
        return Compiled.sources(
                        "package io.millrace.demo; public class Item {}",
                        "package org.apache.flink.demo; public class Item {}",
                        "package other; public class Both { " + member + " }")
                .get("other/Both");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.millrace.demo.Item item;",
                "void take(int a, int b, io.millrace.demo.Item item) {}",
                "java.util.List<io.millrace.demo.Item> items;",
                "Object item = new io.millrace.demo.Item[0];",
            })
    void aClassThatNamesTheOtherSideIsRefused(String member) {
        byte[] both = both(member + " org.apache.flink.demo.Item own;");

        assertThatThrownBy(() -> TO_MILLRACE.classFile(both))
                .isInstanceOf(RenameException.class)
                .hasMessageContaining("other.Both names io.millrace already, in '");
        assertThatThrownBy(() -> TO_MILLRACE.reverse().classFile(both))
                .isInstanceOf(RenameException.class)
                .hasMessageContaining("other.Both names org.apache.flink already, in '");
    }

    @Test
    void freeTextMayNameBoth() {
        byte[] both =
                both(
                        "String text = \"see io.millrace.api and org.apache.flink\";"
                                + " String unknown = \"io.millrace.there.Unknown\";"
                                + " org.apache.flink.demo.Item item;");
        byte[] there = TO_MILLRACE.classFile(both);

        assertThat(TO_MILLRACE.reverse().classFile(there)).isEqualTo(Renaming.asWritten(both));
    }

    @Test
    void aClassThatNamesNeitherSideIsReturnedAsItIs() {
        Map<String, byte[]> classes =
                Compiled.sources(
                        """
                        package demo;
                        public class Other {
                            static final String NAMES =
                                    "org.apache.flinkx studio.millracer org.apache.flink.shaded.x";
                            org.apache.flinkx.Thing thing;
                        }
                        """,
                        "package org.apache.flinkx; public class Thing {}");

        assertThat(TO_MILLRACE.classFile(classes.get("demo/Other")))
                .isSameAs(classes.get("demo/Other"));
        assertThat(TO_MILLRACE.internalName("org/apache/flinkx/Thing"))
                .isEqualTo("org/apache/flinkx/Thing");
    }

    @Test
    void whatFlinkKeepsOfOthersStays() throws Exception {
        Map<String, byte[]> classes =
                Compiled.sources(
                        "package org.apache.flink.shaded.lib; public class Shaded {}",
                        """
                        package org.apache.flink.demo;
                        public class User {
                            public static Object get() {
                                return new org.apache.flink.shaded.lib.Shaded();
                            }
                        }
                        """);
        Map<String, byte[]> renamed = Compiled.renamed(classes, TO_MILLRACE);

        assertThat(renamed)
                .containsOnlyKeys("org/apache/flink/shaded/lib/Shaded", "io/millrace/demo/User");
        assertThat(
                        Compiled.call(Compiled.loader(renamed), "io.millrace.demo.User", "get")
                                .getClass()
                                .getName())
                .isEqualTo("org.apache.flink.shaded.lib.Shaded");
    }

    @Test
    void whatKotlinSaysOfAClassIsRenamed() throws Exception {
        Map<String, byte[]> classes =
                Compiled.sources(
                        """
                        package kotlin;
                        @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
                        public @interface Metadata {
                            String[] d2();
                        }
                        """,
                        """
                        package org.apache.flink.demo;
                        @kotlin.Metadata(d2 = {
                            "Lorg/apache/flink/unknown/Item;",
                            "(Lorg/apache/flink/unknown/Item;I)V",
                            "org.apache.flink is named"})
                        public class Program {}
                        """);
        ClassLoader loader = Compiled.loader(Compiled.renamed(classes, TO_MILLRACE));
        Object metadata = loader.loadClass("io.millrace.demo.Program").getAnnotations()[0];

        assertThat((String[]) metadata.getClass().getMethod("d2").invoke(metadata))
                .containsExactly(
                        "Lio/millrace/unknown/Item;",
                        "(Lio/millrace/unknown/Item;I)V",
                        "org.apache.flink is named");
        assertBackAgain(classes, TO_MILLRACE);
    }

    @ParameterizedTest
    @CsvSource({
        "org/apache/flink/, io/millrace/",
        "org/apache/flink/a/B.class, io/millrace/a/B.class",
        "org/apache/flink/a/b.properties, io/millrace/a/b.properties",
        "META-INF/services/org.apache.flink.a.B, META-INF/services/io.millrace.a.B",
        "META-INF/versions/11/org/apache/flink/a/B.class,"
                + " META-INF/versions/11/io/millrace/a/B.class",
        "META-INF/versions/11/META-INF/services/org.apache.flink.a.B,"
                + " META-INF/versions/11/META-INF/services/io.millrace.a.B",
        "META-INF/maven/org.apache.flink/x/pom.xml, META-INF/maven/org.apache.flink/x/pom.xml",
        "org/apache/flink/shaded/a/B.class, org/apache/flink/shaded/a/B.class",
        "org/apache/flinkx/B.class, org/apache/flinkx/B.class",
        "org/apache/, org/apache/",
        "META-INF/versions/11, META-INF/versions/11",
        "META-INF/services/, META-INF/services/",
    })
    void aResourceMoves(String path, String moved) {
        assertThat(TO_MILLRACE.resource(path)).isEqualTo(moved);
        assertThat(TO_MILLRACE.reverse().resource(moved)).isEqualTo(path);
    }

    @Test
    void aServiceFileNamesTheRenamedClasses() {
        String before =
                "# org.apache.flink.a.Remark\n"
                        + "org.apache.flink.a.One\r\n"
                        + "  org.apache.flink.a.Two # of two\n"
                        + "com.other.Three\n"
                        + "org.apache.flink.shaded.Four";
        byte[] after =
                TO_MILLRACE.content(
                        "META-INF/services/org.apache.flink.a.Service",
                        before.getBytes(StandardCharsets.UTF_8));

        assertThat(new String(after, StandardCharsets.UTF_8))
                .isEqualTo(
                        "# org.apache.flink.a.Remark\n"
                                + "io.millrace.a.One\r\n"
                                + "  io.millrace.a.Two # of two\n"
                                + "com.other.Three\n"
                                + "org.apache.flink.shaded.Four");
        assertThat(TO_MILLRACE.reverse().content("META-INF/services/io.millrace.a.Service", after))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo(before);
    }

    @Test
    void whatIsNoClassFileIsRefused() {
        assertThatThrownBy(() -> TO_MILLRACE.content("a/B.class", new byte[] {1, 2, 3}))
                .isInstanceOf(RenameException.class)
                .hasMessageContaining("Not a class file");
    }
}
