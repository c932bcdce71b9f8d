// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import java.util.List;

/**
 * Something that code refers to and that is not there. Names of classes are internal ones, {@code
 * a/b/C}.
 *
 * @param kind what it is
 * @param owner the class; of a member, the class that the code names, which may only inherit it
 * @param name of the member; null of a class
 * @param descriptor of the member; null of a class
 * @param within of a member, the nearest class to the owner, or the owner, that the target should
 *     have and which could have had it; of a class, the class itself
 * @param places where it is referred to, in the order they were found; at least one
 */
public record Absence(
        Kind kind,
        String owner,
        String name,
        String descriptor,
        String within,
        List<Place> places) {

    /** What is absent. */
    public enum Kind {
        /** The class. */
        CLASS,
        /** A method or constructor of a class that is there. */
        METHOD,
        /** A field of a class that is there. */
        FIELD,
        /** A body for an abstract method: the class in {@link #owner} has none. */
        BODY,
        /**
         * Not the method but the form of its class: an interface where a class is expected, or the
         * other way round.
         */
        FORM
    }

    /**
     * Where code refers to something.
     *
     * @param className internal name of the class
     * @param method the method; null for what a class says of itself: its supertypes and fields
     * @param file the source file; null if the class file does not say
     * @param line in that file; 0 if the class file does not say
     */
    public record Place(String className, String method, String file, int line) {

        /** As a stack trace has it. */
        @Override
        public String toString() {
            String at = className.replace('/', '.') + (method == null ? "" : "." + method);
            return file == null ? at : at + "(" + file + (line == 0 ? "" : ":" + line) + ")";
        }
    }
}
