// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import io.millrace.configuration.Configuration;
import io.millrace.runtime.client.JobCancellationException;
import io.millrace.runtime.client.JobExecutionException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipException;

/** A user's jar and the main method in it. */
final class Program implements AutoCloseable {

    private final UserClassLoader loader;
    private final Method main;

    private Program(UserClassLoader loader, Method main) {
        this.loader = loader;
        this.main = main;
    }

    /** Finds the main method; says in one line what is wrong when there is none. */
    static Program open(Path jar, String mainClass) {
        if (!Files.isRegularFile(jar)) {
            throw new UsageException("There is no jar at " + jar);
        }
        if (!Files.isReadable(jar)) {
            throw new UsageException("The jar " + jar + " can't be read; its permissions forbid it");
        }
        String name = mainClass == null ? mainClassOf(jar) : mainClass;
        UserClassLoader loader = UserClassLoader.of(jar, Program.class.getClassLoader());
        try {
            Method main = loader.loadClass(name).getMethod("main", String[].class);
            if (!Modifier.isStatic(main.getModifiers())) {
                throw new UsageException("The main method of " + name + " is not static");
            }
            return new Program(loader, main);
        } catch (ClassNotFoundException e) {
            loader.closeQuietly();
            throw new UsageException("There is no class " + name + " in " + jar, e);
        } catch (NoSuchMethodException e) {
            loader.closeQuietly();
            throw new UsageException(
                    "The class " + name + " has no method 'public static void main(String[])'", e);
        } catch (LinkageError e) {
            loader.closeQuietly();
            throw new UsageException("The class " + name + " in " + jar + " can't be loaded: " + e, e);
        }
    }

    private static String mainClassOf(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            String name =
                    manifest == null
                            ? null
                            : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
            if (name == null) {
                throw new UsageException(
                        "The manifest of " + jar + " names no Main-Class; say which class to run with -c CLASS");
            }
            return name.trim();
        } catch (ZipException e) {
            throw new UsageException(jar + " is no jar: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UsageException("The jar " + jar + " can't be read: " + e.getMessage(), e);
        }
    }

    /**
     * Runs the main method with this configuration under all environments it makes.
     *
     * @param resumeCommand to be shown when a signal suspends the job
     * @return an {@link ExitCode}
     */
    int run(List<String> arguments, Configuration configuration, String resumeCommand) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        RunningJobs jobs = new RunningJobs(resumeCommand);
        LaunchedEnvironment.install(configuration, jobs);
        try {
            main.invoke(null, (Object) arguments.toArray(new String[0]));
            jobs.awaitAll();
            return jobs.exitCode();
        } catch (InvocationTargetException e) {
            return report(e.getCause());
        } catch (IllegalAccessException e) {
            throw new UsageException("The main method of the program is not public", e);
        } finally {
            LaunchedEnvironment.uninstall();
            jobs.close();
            thread.setContextClassLoader(before);
        }
    }

    /** Tells why the program ended early, and which code that is. */
    static int report(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof JobCancellationException) {
                System.err.println("millrace: " + t.getMessage());
                return ExitCode.CANCELLED;
            }
        }
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof JobExecutionException) {
                System.err.println("millrace: the job failed");
                failure.printStackTrace(System.err);
                return ExitCode.FAILED;
            }
        }
        if (LaunchedEnvironment.wasRefused(failure)) {
            System.err.println("millrace: the job was not started: " + failure.getMessage());
            failure.printStackTrace(System.err);
            return ExitCode.FAILED;
        }
        System.err.println("millrace: the program failed before its job ended");
        failure.printStackTrace(System.err);
        return ExitCode.FAILED;
    }

    @Override
    public void close() {
        loader.closeQuietly();
    }
}
