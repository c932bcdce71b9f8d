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
