// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;

/**
 * Finds out, before anything is run, what code refers to and would not find.
 *
 * <p>The code is followed class by class from where it begins: through all types that a class
 * names, strings that are the name of a class of the code, and the providers of services. Of what
 * is reached, each class and member that belongs to the target is looked for as the JVM does,
 * through supertypes. What belongs to others is not reported: jars are full of ways to libraries
 * that are not there.
 *
 * <p>For one thread; each check stands for itself.
 */
public final class LinkCheck {

    /** The code that is looked at. */
    public interface Code {

        /** The class file of an internal name; null if the code has none. */
        byte[] classFile(String internalName);

        /**
         * Whether a class file of the code may name a class of the target; one that does not is
         * looked at less.
         */
        default boolean mayNameTarget(byte[] classFile) {
            return true;
        }

        /** Internal names of what the code's service files name for a service. */
        default Collection<String> providers(String service) {
            return List.of();
        }
    }

    private final Code code;
    private final Predicate<String> checked;
    private final Shapes shapes;

    /**
     * @param code what is looked at, and also is there
     * @param target the class file of an internal name, of what else is there: the API, the JDK;
     *     null if there is none
     * @param checked whether a class belongs to the target, so that it is reported if it is not
     *     there
     */
    public LinkCheck(Code code, Function<String, byte[]> target, Predicate<String> checked) {
        this.code = code;
        this.checked = checked;
        this.shapes =
                new Shapes(
                        name -> {
                            byte[] own = code.classFile(name);
                            return own == null ? target.apply(name) : own;
                        });
    }

    /**
     * What is absent, in the order it was found.
     *
     * @param roots internal names of classes of the code where it begins
     */
    public List<Absence> check(Collection<String> roots) {
        Walk walk = new Walk();
        roots.forEach(walk::reach);
        while (!walk.open.isEmpty()) {
            walk.look(walk.open.remove());
        }
        return walk.absences();
    }

    /** The class that an array is of; null if it is of a primitive type. */
    private static String element(String array) {
        String type = array.substring(array.lastIndexOf('[') + 1);
        return type.startsWith("L") ? type.substring(1, type.length() - 1) : null;
    }

    private record Key(
            Absence.Kind kind, String owner, String name, String descriptor, String within) {}

    private final class Walk implements References.Listener {
        private final Deque<String> open = new ArrayDeque<>();
        private final Set<String> reached = new HashSet<>();
        private final Map<String, Boolean> ofCode = new HashMap<>();
        private final Map<Key, Set<Absence.Place>> found = new LinkedHashMap<>();

        private boolean isOfCode(String name) {
            return ofCode.computeIfAbsent(name, each -> code.classFile(each) != null);
        }

        void reach(String name) {
            if (reached.add(name)) {
                open.add(name);
            }
        }

        void look(String name) {
            code.providers(name).forEach(this::reach);
            byte[] file = code.classFile(name);
            if (file == null) {
                return; // not of the code
            }
            ClassReader reader = ClassFiles.readerOrNull(file);
            if (reader == null) {
                return; // of a newer Java: where it leads nobody can say, and the JVM refuses it
            }
            ConstantTexts texts = new ConstantTexts(reader);
            boolean concerned = code.mayNameTarget(file);
            for (String type : texts.classes()) {
                String element = type.startsWith("[") ? element(type) : type;
                if (element != null) {
                    reach(element);
                    concerned |= inheritsFromTarget(element);
                }
            }
            if (concerned) {
                reader.accept(new References(this), ClassReader.SKIP_FRAMES);
                bodies(name);
            } else {
                texts.strings().forEach(this::string);
            }
        }

        private boolean inheritsFromTarget(String name) {
            return isOfCode(name) && shapes.lineage(name).stream().anyMatch(checked);
        }

        private void bodies(String name) {
            Shapes.Shape shape = shapes.of(name);
            List<String> lineage = shapes.lineage(name);
            if (shape.isAbstract() || shapes.isOpen(lineage)) {
                return;
            }
            shapes.withoutBody(lineage)
                    .forEach(
                            (method, declaring) -> {
                                if (checked.test(declaring)) {
                                    int at = method.indexOf('(');
                                    note(
                                            new Key(
                                                    Absence.Kind.BODY,
                                                    name,
                                                    method.substring(0, at),
                                                    method.substring(at),
                                                    declaring),
                                            new Absence.Place(name, null, null, 0));
                                }
                            });
        }

        @Override
        public void type(String name, Absence.Place place) {
            reach(name);
            if (checked.test(name) && shapes.of(name) == null && !isOfCode(name)) {
                note(new Key(Absence.Kind.CLASS, name, null, null, name), place);
            }
        }

        @Override
        public void method(
                String owner,
                String name,
                String descriptor,
                boolean interfaceOwner,
                Absence.Place place) {
            String within = within(owner, place);
            if (within == null) {
                return;
            }
            if (!shapes.hasMethod(shapes.lineage(owner), name, descriptor)) {
                note(new Key(Absence.Kind.METHOD, owner, name, descriptor, within), place);
            } else if (checked.test(owner) && shapes.of(owner).isInterface() != interfaceOwner) {
                note(new Key(Absence.Kind.FORM, owner, name, descriptor, within), place);
            }
        }

        @Override
        public void field(String owner, String name, String descriptor, Absence.Place place) {
            String within = within(owner, place);
            if (within != null && !shapes.hasField(shapes.lineage(owner), name, descriptor)) {
                note(new Key(Absence.Kind.FIELD, owner, name, descriptor, within), place);
            }
        }

        /** The class of the target that a member could come from; null if that is not known. */
        private String within(String owner, Absence.Place place) {
            if (owner.startsWith("[")) {
                String element = element(owner);
                if (element != null) {
                    type(element, place);
                }
                return null; // an array has what Object has
            }
            type(owner, place);
            if (!checked.test(owner) && !isOfCode(owner)) {
                return null; // what others have is theirs
            }
            List<String> lineage = shapes.lineage(owner);
            return shapes.isOpen(lineage)
                    ? null
                    : lineage.stream().filter(checked).findFirst().orElse(null);
        }

        @Override
        public void string(String text) {
            if (text.indexOf('.') > 0 || text.indexOf('/') > 0) {
                String name = text.replace('.', '/');
                if (!reached.contains(name) && Renaming.isName(name, '/') && isOfCode(name)) {
                    reach(name);
                }
            }
        }

        private void note(Key key, Absence.Place place) {
            found.computeIfAbsent(key, none -> new LinkedHashSet<>()).add(place);
        }

        List<Absence> absences() {
            List<Absence> absences = new ArrayList<>();
            found.forEach(
                    (key, places) ->
                            absences.add(
                                    new Absence(
                                            key.kind(),
                                            key.owner(),
                                            key.name(),
                                            key.descriptor(),
                                            key.within(),
                                            List.copyOf(places))));
            return absences;
        }
    }
}
