// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.configuration.ReadableConfig;
import io.millrace.engine.EngineSettings;
import io.millrace.runtime.client.JobCancellationException;
import io.millrace.runtime.client.JobExecutionException;
import io.millrace.spi.OptionalModule;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tells people why something failed: the messages from the outermost to the innermost cause, and of
 * the stack traces only what lies in their own code. Everything else is for {@code --stacktrace}.
 */
final class Failures {

    private static final int MOST_FRAMES = 8;
    private static final String OURS = "io.millrace.";
    private static final String FLINK = "org.apache.flink.";

    private final PrintStream err;
    private final boolean all;
    private final Origins origins;
    private String aboutMissingClasses;

    /**
     * @param all whether to print whole stack traces
     * @param origins where the settings were made
     */
    Failures(PrintStream err, boolean all, Origins origins) {
        this.err = err;
        this.all = all;
        this.origins = origins;
    }

    /**
     * @param advice what else to say when a class was not found; null for nothing
     */
    Failures whenAClassIsMissing(String advice) {
        aboutMissingClasses = advice;
        return this;
    }

    /**
     * A job has ended, and not because its input did; says why and returns the {@link ExitCode}.
     */
    int ended(Throwable failure) {
        for (Throwable cause : chain(failure)) {
            if (cause instanceof JobCancellationException) {
                err.println("millrace: " + cause.getMessage());
                return ExitCode.CANCELLED;
            }
        }
        tell(null, failure, null);
        return ExitCode.FAILED;
    }

    /**
     * A job was refused: nothing of it has run.
     *
     * @param settings those of its environment
     */
    int refused(Throwable failure, ReadableConfig settings) {
        tell("the job was not started", failure, settings);
        return isAboutSettings(failure) ? ExitCode.USAGE : ExitCode.FAILED;
    }

    /** The program threw this, though no job of it failed. */
    int inProgram(Throwable failure) {
        boolean refusedByApi =
                failure.getStackTrace().length > 0 && isOurs(failure.getStackTrace()[0]);
        tell(
                refusedByApi ? "the program can't be run" : "the program failed before it ended",
                failure,
                null);
        return ExitCode.FAILED;
    }

    /** Whether a job ended this way, as opposed to never having begun. */
    static boolean isEndOfJob(Throwable failure) {
        return chain(failure).stream().anyMatch(JobExecutionException.class::isInstance);
    }

    /**
     * Whether it is the settings that can't be followed, as opposed to what they name (a directory
     * that can't be used) or the program: they were refused while settings were concluded, or one
     * that was made through the launcher is out of place.
     */
    private boolean isAboutSettings(Throwable failure) {
        return Arrays.stream(failure.getStackTrace())
                        .anyMatch(
                                frame ->
                                        frame.getClassName().equals(EngineSettings.class.getName()))
                || chain(failure).stream()
                        .anyMatch(
                                cause ->
                                        (cause instanceof IllegalArgumentException
                                                        || cause
                                                                instanceof
                                                                IllegalConfigurationException
                                                        || cause
                                                                instanceof
                                                                UnsupportedOperationException)
                                                && cause.getMessage() != null
                                                && origins.knowsOneIn(cause.getMessage()));
    }

    private void tell(String heading, Throwable failure, ReadableConfig settings) {
        List<Throwable> chain = chain(failure);
        List<String> messages = told(chain);
        err.println("millrace: " + (heading == null ? "" : heading + ": ") + messages.get(0));
        for (int i = 1; i < messages.size(); i++) {
            err.println((i < messages.size() - 1 ? "  " : "  because: ") + messages.get(i));
        }
        // A store refuses its settings when it is opened, and that may be by a task.
        if (settings != null
                || chain.stream().anyMatch(IllegalConfigurationException.class::isInstance)) {
            String whole = chain.stream().map(Failures::message).collect(Collectors.joining("\n"));
            origins.placesIn(whole, settings).forEach(line -> err.println("  " + line));
        }
        if (aboutMissingClasses != null
                && chain.stream()
                        .anyMatch(
                                cause ->
                                        cause instanceof NoClassDefFoundError
                                                || cause instanceof ClassNotFoundException)) {
            err.println("  " + aboutMissingClasses);
        }
        if (all) {
            failure.printStackTrace(err);
            return;
        }
        List<StackTraceElement> frames = usersFrames(chain.get(chain.size() - 1));
        for (StackTraceElement frame : frames) {
            err.println(line(frame));
        }
    }

    /** From the outermost to the innermost, without those that only repeat the one before. */
    private static List<String> told(List<Throwable> chain) {
        List<String> messages = new ArrayList<>();
        String said = "";
        for (Throwable cause : chain) {
            String message = message(cause);
            if (messages.isEmpty() || !said.contains(message)) {
                messages.add(message);
            }
            said = message;
        }
        return messages;
    }

    private static String message(Throwable t) {
        String message = t.getMessage();
        boolean forPeople =
                t.getClass().getName().startsWith("io.millrace.")
                        || t.getStackTrace().length > 0 && isOurs(t.getStackTrace()[0]);
        if (message == null || message.isBlank()) {
            return t.getClass().getName();
        }
        return forPeople ? message : t.getClass().getName() + ": " + message + whereItMayBe(t);
    }

    /** Where a class of Millrace comes from that the launcher does not have; else empty. */
    static String whereItMayBe(Throwable t) {
        return t instanceof NoClassDefFoundError
                ? OptionalModule.ofClass(String.valueOf(t.getMessage()).replace('/', '.'))
                        .map(
                                module ->
                                        " (not all of Millrace is in lib/. "
                                                + module.howToGet()
                                                + ")")
                        .orElse("")
                : "";
    }

    /**
     * From where it was thrown to where the user's code was called; empty when the user's code is
     * not in it.
     */
    private static List<StackTraceElement> usersFrames(Throwable cause) {
        List<StackTraceElement> trace = Arrays.asList(cause.getStackTrace());
        int from = 0;
        while (from < trace.size() && isOurs(trace.get(from))) {
            from++;
        }
        List<StackTraceElement> frames = new ArrayList<>();
        boolean users = false;
        for (StackTraceElement frame : trace.subList(from, trace.size())) {
            if (isOurs(frame) || isReflection(frame) || frames.size() == MOST_FRAMES) {
                break;
            }
            users |= !isJdk(frame);
            frames.add(frame);
        }
        return users ? frames : List.of();
    }

    /** A line of a stack, without the names of class loaders and modules. */
    static String line(StackTraceElement frame) {
        String name = frame.getClassName();
        return "      at "
                + (isOfFlinks(frame) ? FLINK + name.substring(OURS.length()) : name)
                + "."
                + frame.getMethodName()
                + "("
                + frame.getFileName()
                + ":"
                + frame.getLineNumber()
                + ")";
    }

    /** The lines of a stack that lie in the user's code, innermost first; empty for none. */
    static List<StackTraceElement> usersIn(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .filter(frame -> !isOurs(frame) && !isReflection(frame) && !isJdk(frame))
                .filter(frame -> frame.getFileName() != null) // made by the JVM, for a lambda
                .limit(MOST_FRAMES)
                .toList();
    }

    private static boolean isOurs(StackTraceElement frame) {
        return frame.getClassName().startsWith(OURS)
                && !isOfFlinks(frame)
                && !UserClassLoader.mayBeUsers(frame.getClassName());
    }

    /** Whether it is the user's, or Flink's own, renamed as it was loaded. */
    private static boolean isOfFlinks(StackTraceElement frame) {
        return UserClassLoader.OF_FLINKS.equals(frame.getClassLoaderName())
                && frame.getClassName().startsWith(OURS);
    }

    private static boolean isReflection(StackTraceElement frame) {
        return frame.getClassName().startsWith("jdk.internal.reflect.")
                || frame.getClassName().startsWith("java.lang.reflect.");
    }

    private static boolean isJdk(StackTraceElement frame) {
        String name = frame.getClassName();
        return name.startsWith("java.") || name.startsWith("jdk.") || name.startsWith("sun.");
    }

    /** The failure and its causes; a chain that bites its tail ends there. */
    private static List<Throwable> chain(Throwable failure) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Throwable> chain = new ArrayList<>();
        for (Throwable t = failure; t != null && seen.add(t); t = t.getCause()) {
            chain.add(t);
        }
        return chain;
    }
}
