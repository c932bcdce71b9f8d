// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ClassLookupsTest {

    /** Gives the list's class for any name that ends with "?". */
    public static final class Asked {
        private Asked() {}

        public static Class<?> forName(String name) throws ClassNotFoundException {
            return Class.forName(name.replace("?", "ArrayList"));
        }

        public static Class<?> forName(String name, boolean initialize, ClassLoader loader)
                throws ClassNotFoundException {
            return Class.forName(name.replace("?", "ArrayDeque"), initialize, loader);
        }
    }

    private final ClassLookups lookups = new ClassLookups(Asked.class.getName().replace('.', '/'));

    private Object call(String body) throws Exception {
        Map<String, byte[]> classes =
                new TreeMap<>(
                        Compiled.sources(
                                "package p; public class C {"
                                        + " interface Lookup { Class<?> of(String name) throws Exception; }"
                                        + " public static Object go() throws Exception { "
                                        + body
                                        + " } }"));
        classes.replaceAll((name, file) -> lookups.apply(file));
        return Compiled.call(Compiled.loader(classes), "p.C", "go");
    }

    @Test
    void aCallAsksTheOther() throws Exception {
        assertThat(call("return Class.forName(\"java.util.?\");"))
                .isEqualTo(java.util.ArrayList.class);
        assertThat(call("return Class.forName(\"java.util.?\", false, null);"))
                .isEqualTo(java.util.ArrayDeque.class);
    }

    @Test
    void soDoesAReference() throws Exception {
        assertThat(call("Lookup l = Class::forName; return l.of(\"java.util.?\");"))
                .isEqualTo(java.util.ArrayList.class);
    }

    private Map<String, byte[]> asking(String... sources) {
        Map<String, byte[]> classes = new TreeMap<>(Compiled.sources(sources));
        classes.replaceAll((name, file) -> lookups.apply(file));
        return classes;
    }

    @Test
    void aSerializedReferenceComesBack() throws Exception {
        // Beside it are others that are much alike: of the same name, and of the same class.
        Map<String, byte[]> classes =
                asking(
                        "package p; public class C {"
                                + " interface Lookup extends java.io.Serializable {"
                                + " Class<?> of(String name) throws Exception; }"
                                + " interface Three extends java.io.Serializable {"
                                + " Class<?> of(String n, boolean b, ClassLoader l) throws Exception; }"
                                + " interface Name extends java.io.Serializable {"
                                + " String of(Class<?> type); }"
                                + " static Class<?> forName(String name) { return C.class; }"
                                + " public static Object one() { Lookup l = Class::forName; return l; }"
                                + " public static Object three() { Three l = Class::forName; return l; }"
                                + " public static Object own() { Lookup l = C::forName; return l; }"
                                + " public static Object name() { Name l = Class::getName; return l; }"
                                + " public static Object ask(Object o) throws Exception {"
                                + " return o instanceof Lookup l ? l.of(\"java.util.?\")"
                                + " : o instanceof Three t ? t.of(\"java.util.?\", false, null)"
                                + " : ((Name) o).of(C.class); } }");
        ClassLoader loader = Compiled.loader(classes);
        Map<String, Object> answers = new TreeMap<>();
        for (String each : new String[] {"one", "three", "own", "name"}) {
            Object back = Compiled.again(Compiled.call(loader, "p.C", each), loader);
            answers.put(
                    each,
                    loader.loadClass("p.C").getMethod("ask", Object.class).invoke(null, back));
        }

        assertThat(answers)
                .containsEntry("one", java.util.ArrayList.class)
                .containsEntry("three", java.util.ArrayDeque.class)
                .containsEntry("own", loader.loadClass("p.C"))
                .containsEntry("name", "p.C");
    }

    /** Says who asks. */
    public static final class Callers {
        private static final StackWalker STACK =
                StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

        private Callers() {}

        public static Class<?> forName(String name) {
            return STACK.getCallerClass();
        }
    }

    @Test
    void whoHasAReferenceIsWhoAsksWhoeverCallsIt() throws Exception {
        ClassLookups callers = new ClassLookups(Callers.class.getName().replace('.', '/'));
        Map<String, byte[]> classes =
                new TreeMap<>(
                        Compiled.sources(
                                "package p; public class C {"
                                        + " public interface Lookup {"
                                        + " Class<?> of(String name) throws Exception; }"
                                        + " public interface In {"
                                        + " static Lookup lookup() { return Class::forName; } }"
                                        + " public static Object go() throws Exception {"
                                        + " return D.call(In.lookup()); } }",
                                "package p; public class D {"
                                        + " public static Object call(C.Lookup l) throws Exception {"
                                        + " return l.of(\"\"); } }"));
        classes.replaceAll((name, file) -> callers.apply(file));
        ClassLoader loader = Compiled.loader(classes);

        assertThat(Compiled.call(loader, "p.C", "go")).isSameAs(loader.loadClass("p.C$In"));
    }

    @Test
    void aSerialVersionThatIsComputedStays() throws Exception {
        String source =
                "package p; public class C implements java.io.Serializable {"
                        + " interface Lookup { Class<?> of(String name) throws Exception; }"
                        + " public Lookup lookup() { return Class::forName; } }";
        Map<String, byte[]> before = Compiled.sources(source);

        assertThat(Compiled.serialVersion(asking(source), "p.C"))
                .isEqualTo(Compiled.serialVersion(before, "p.C"));
    }

    @Test
    void aClassOfANewerJavaStays() {
        byte[] file =
                Compiled.sources(
                                "package p; public class C { Object o() throws Exception {"
                                        + " return Class.forName(\"\"); } }")
                        .get("p/C");
        file[7] = 120; // the version of the format

        assertThat(lookups.apply(file)).isSameAs(file);
    }

    @Test
    void aClassWithoutOneStays() {
        byte[] file =
                Compiled.sources(
                                "package p; public class C { static String forName(String n) {"
                                        + " return n; } static Object go() { return forName(\"\"); } }")
                        .get("p/C");

        assertThat(lookups.apply(file)).isSameAs(file);
    }
}
