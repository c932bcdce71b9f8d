// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Switches over strings, as several compilers write them. */
class HashSwitchesTest {

    private static final String ONE = "org.apache.flink.there.One";

    /** Another string of the same hash, as {@code Aa} and {@code BB} have one. */
    private static final String LIKE_ONE = "org.apache.flink.there.POe";

    private static final Renaming TO_MILLRACE =
            Renaming.toMillrace(name -> name.startsWith("io/millrace/there/"));

    private static Object call(Map<String, byte[]> classes, String argument) throws Exception {
        return number(TO_MILLRACE.classFile(classes.get("demo/C")), argument);
    }

    private static Object number(byte[] file, String argument) throws Exception {
        return Compiled.loader(Map.of("demo/C", file))
                .loadClass("demo.C")
                .getMethod("number", String.class)
                .invoke(null, argument);
    }

    @Test
    void namesWhoseHashesAreNeighboursAreInATable() throws Exception {
        Map<String, byte[]> classes =
                Compiled.sources(
                        """
                        package demo;
                        public class C {
                            public static int number(String name) {
                                return switch (name) {
                                    case "org.apache.flink.there.Tuple2" -> 2;
                                    case "org.apache.flink.there.Tuple3" -> 3;
                                    case "org.apache.flink.there.Tuple5" -> 5;
                                    case "org.apache.flink.there.Tuple6" -> 6;
                                    default -> 0;
                                };
                            }
                        }
                        """);

        for (int n : new int[] {2, 3, 5, 6}) {
            assertThat(call(classes, "io.millrace.there.Tuple" + n)).isEqualTo(n);
        }
        assertThat(call(classes, "io.millrace.there.Tuple4")).isEqualTo(0);
        byte[] file = classes.get("demo/C");
        assertThat(TO_MILLRACE.reverse().classFile(TO_MILLRACE.classFile(file)))
                .isEqualTo(Renaming.asWritten(file));
    }

    @Test
    void aTableOfWhichSomeAreRenamedIsOneNoMore() throws Exception {
        byte[] file =
                Compiled.sources(
                                """
                                package demo;
                                public class C {
                                    public static int number(String name) {
                                        return switch (name) {
                                            case "org.apache.flink.there.Tuple2" -> 2;
                                            case "org.apache.flink.there.Tuple3" -> 3;
                                            case "org.apache.flink.there.Tuple4" -> 4;
                                            default -> -1;
                                        };
                                    }
                                }
                                """)
                        .get("demo/C");
        Renaming some = Renaming.toMillrace(name -> name.endsWith("there/Tuple3"));

        assertThat(number(some.classFile(file), "org.apache.flink.there.Tuple2")).isEqualTo(2);
        assertThat(number(some.classFile(file), "io.millrace.there.Tuple3")).isEqualTo(3);
        assertThat(number(some.classFile(file), "org.apache.flink.there.Tuple4")).isEqualTo(4);
        assertThat(some.reverse().classFile(some.classFile(file)))
                .isEqualTo(Renaming.asWritten(file));
    }

    @Test
    void theStringMayBeLoadedBeforeWhatItIsComparedWith() throws Exception {
        Map<String, byte[]> classes =
                written(
                        method -> {
                            Label one = new Label();
                            Label none = new Label();
                            hash(method);
                            method.visitLookupSwitchInsn(
                                    none, new int[] {ONE.hashCode()}, new Label[] {one});
                            returned(method, one, ONE, 1);
                            end(method, none);
                        },
                        true);

        assertThat(call(classes, "io.millrace.there.One")).isEqualTo(1);
        assertThat(call(classes, "other")).isEqualTo(0);
    }

    @Test
    void stringsOfOneHashThatHaveSeveralAfterwardsAreRefused() throws Exception {
        assertThat(LIKE_ONE.hashCode()).isEqualTo(ONE.hashCode());
        Map<String, byte[]> classes =
                Compiled.sources(
                        """
                        package demo;
                        public class C {
                            public static int number(String name) {
                                return switch (name) {
                                    case "%s" -> 1;
                                    case "%s" -> 2;
                                    default -> 0;
                                };
                            }
                        }
                        """
                                .formatted(ONE, LIKE_ONE));

        assertThat(call(classes, "io.millrace.there.POe")).isEqualTo(2); // both are renamed alike
        assertThatThrownBy(
                        () ->
                                Renaming.toMillrace(name -> name.endsWith("One"))
                                        .classFile(classes.get("demo/C")))
                .isInstanceOf(RenameException.class)
                .hasMessageContaining("number(Ljava/lang/String;)I")
                .hasMessageContainingAll("'" + ONE + "'", "'" + LIKE_ONE + "'");
    }

    private interface Body {
        void write(MethodVisitor method);
    }

    /** Before every comparison: whether the constant is loaded first, as Scala's compiler does. */
    private boolean constantFirst;

    private Map<String, byte[]> written(Body body, boolean constantComesFirst) {
        constantFirst = constantComesFirst;
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V1_6, Opcodes.ACC_PUBLIC, "demo/C", null, "java/lang/Object", null);
        MethodVisitor method =
                writer.visitMethod(
                        Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC,
                        "number",
                        "(Ljava/lang/String;)I",
                        null,
                        null);
        method.visitCode();
        body.write(method);
        method.visitMaxs(0, 0);
        method.visitEnd();
        writer.visitEnd();
        return Map.of("demo/C", writer.toByteArray());
    }

    private static void hash(MethodVisitor method) {
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/String", "hashCode", "()I", false);
    }

    private void returned(MethodVisitor method, Label label, String text, int number) {
        Label miss = new Label();
        method.visitLabel(label);
        if (constantFirst) {
            method.visitLdcInsn(text);
            method.visitVarInsn(Opcodes.ALOAD, 0);
        } else {
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitLdcInsn(text);
        }
        method.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL,
                "java/lang/String",
                "equals",
                "(Ljava/lang/Object;)Z",
                false);
        method.visitJumpInsn(Opcodes.IFEQ, miss);
        method.visitInsn(Opcodes.ICONST_0 + number);
        method.visitInsn(Opcodes.IRETURN);
        method.visitLabel(miss);
        method.visitInsn(Opcodes.ICONST_0);
        method.visitInsn(Opcodes.IRETURN);
    }

    private static void end(MethodVisitor method, Label label) {
        method.visitLabel(label);
        method.visitInsn(Opcodes.ICONST_0);
        method.visitInsn(Opcodes.IRETURN);
    }
}
