// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.components;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Where the threads of this JVM stand. */
final class Threads {

    /** So much fits beside what was waited for, where only the begin of a message is shown. */
    static final int MOST_OF_JOBS = 300;

    private static final String OURS = "millrace ";

    /** What waits and locks, which says nothing of who does. */
    private static final Pattern PLUMBING = Pattern.compile("(java|jdk|sun)\\..*");

    private final Map<String, List<Thread>> byName = new TreeMap<>();
    private final Map<Thread, StackTraceElement[]> stacks;

    private Threads(Map<Thread, StackTraceElement[]> stacks) {
        this.stacks = stacks;
        stacks.keySet()
                .forEach(t -> byName.computeIfAbsent(t.getName(), n -> new ArrayList<>()).add(t));
    }

    static Threads now() {
        return new Threads(Thread.getAllStackTraces());
    }

    /**
     * Of the threads that are called "millrace ...", in a line: where each stands in code that is
     * not the JDK's, with their names behind it; empty if there is none.
     */
    String ofJobs() {
        Map<String, List<String>> places = new LinkedHashMap<>();
        byName.forEach(
                (name, threads) -> {
                    if (name.startsWith(OURS)) {
                        threads.forEach(
                                t ->
                                        places.computeIfAbsent(
                                                        place(stacks.get(t)),
                                                        p -> new ArrayList<>())
                                                .add(name.substring(OURS.length())));
                    }
                });
        if (places.isEmpty()) {
            return "";
        }
        StringBuilder line = new StringBuilder("; threads: ");
        places.forEach(
                (place, names) ->
                        line.append(line.charAt(line.length() - 1) == ' ' ? "" : "; ")
                                .append(place)
                                .append(" <- ")
                                .append(String.join(", ", names)));
        if (line.length() > MOST_OF_JOBS) {
            line.setLength(MOST_OF_JOBS - 3);
            line.append("...");
        }
        return line.toString();
    }

    /** All of them, with their stacks. */
    String all() {
        StringBuilder text = new StringBuilder();
        byName.forEach(
                (name, threads) -> {
                    for (Thread thread : threads) {
                        text.append('"').append(name).append("\" ").append(thread.getState());
                        for (StackTraceElement frame : stacks.get(thread)) {
                            text.append("\n    at ").append(frame);
                        }
                        text.append('\n');
                    }
                });
        return text.toString();
    }

    private static String place(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (!PLUMBING.matcher(frame.getClassName()).matches()) {
                return shortly(frame);
            }
        }
        return stack.length == 0 ? "nowhere" : shortly(stack[0]);
    }

    private static String shortly(StackTraceElement frame) {
        String name = frame.getClassName();
        return name.substring(name.lastIndexOf('.') + 1)
                + "."
                + frame.getMethodName()
                + ":"
                + frame.getLineNumber();
    }
}
