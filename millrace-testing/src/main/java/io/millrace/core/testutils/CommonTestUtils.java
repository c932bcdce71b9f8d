// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.testutils;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Copies, files, causes, and waiting. */
public class CommonTestUtils {

    public CommonTestUtils() {}

    /** A copy by Java serialization. */
    @SuppressWarnings("unchecked") // a copy is of the same class
    public static <T extends Serializable> T createCopySerializable(T original) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(original);
        }
        ClassLoader loader = original.getClass().getClassLoader();
        try (ObjectInputStream in =
                new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())) {
                    @Override
                    protected Class<?> resolveClass(ObjectStreamClass description)
                            throws IOException, ClassNotFoundException {
                        try {
                            return Class.forName(description.getName(), false, loader);
                        } catch (ClassNotFoundException e) {
                            return super.resolveClass(description);
                        }
                    }
                }) {
            return (T) in.readObject();
        } catch (ClassNotFoundException e) {
            throw new IOException(e);
        }
    }

    /** The path of a file with this content, which is deleted when the JVM ends. */
    public static String createTempFile(String contents) throws IOException {
        Path file = Files.createTempFile("test", ".tmp");
        file.toFile().deleteOnExit();
        Files.writeString(file, contents, StandardCharsets.UTF_8);
        return file.toUri().toString();
    }

    /** Whether it, or a cause of it, is of this class. */
    public static boolean containsCause(Throwable throwable, Class<? extends Throwable> cause) {
        for (Throwable t = throwable; t != null; t = t.getCause()) {
            if (cause.isInstance(t)) {
                return true;
            }
        }
        return false;
    }

    /** The code throws this class of exception, with this in its message. */
    public static void assertThrows(
            String msg, Class<? extends Exception> expected, Callable<?> code) {
        Object returned;
        try {
            returned = code.call();
        } catch (Exception e) {
            if (!expected.isInstance(e)) {
                throw new AssertionError("Expected " + expected.getName() + " but was " + e, e);
            }
            if (e.getMessage() == null || !e.getMessage().contains(msg)) {
                throw new AssertionError(
                        "The message does not contain '" + msg + "': " + e.getMessage(), e);
            }
            return;
        }
        throw new AssertionError(
                "Expected " + expected.getName() + " but '" + returned + "' was returned");
    }

    /**
     * Waits until the condition holds.
     *
     * @param pause between two looks
     * @throws TimeoutException with this message, when it does not in time
     */
    public static void waitUtil(
            Supplier<Boolean> condition, Duration timeout, Duration pause, String errorMsg)
            throws TimeoutException, InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (!condition.get()) {
            if (System.nanoTime() >= deadline) {
                throw new TimeoutException(errorMsg);
            }
            Thread.sleep(pause.toMillis());
        }
    }

    public static void waitUtil(Supplier<Boolean> condition, Duration timeout, String errorMsg)
            throws TimeoutException, InterruptedException {
        waitUtil(condition, timeout, Duration.ofMillis(1), errorMsg);
    }

    /** The same; a condition that throws does not hold yet. */
    public static void waitUntilIgnoringExceptions(
            Supplier<Boolean> condition, Duration timeout, Duration pause, String errorMsg)
            throws TimeoutException, InterruptedException {
        waitUtil(
                () -> {
                    try {
                        return condition.get();
                    } catch (Exception e) {
                        return false; // as the name says
                    }
                },
                timeout,
                pause,
                errorMsg);
    }
}
