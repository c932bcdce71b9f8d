// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import io.millrace.configuration.Configuration;
import io.millrace.spi.Pipeline;
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

    /**
     * Finds the main method.
     *
     * @param mainClass null for the one the jar names
     * @param parentFirst whether the launcher's classes win over those of the jar
     * @throws UsageException saying what is wrong with the jar or the class
     */
    static Program open(Path jar, String mainClass, boolean parentFirst) {
        if (Files.isDirectory(jar)) {
            throw new UsageException(jar + " is a directory, not a jar");
        }
        if (!Files.exists(jar)) {
            throw new UsageException("There is no jar at " + jar.toAbsolutePath());
        }
        if (!Files.isReadable(jar)) {
            throw new UsageException(
                    "The jar " + jar + " can't be read: its permissions forbid it");
        }
        String named = mainClassOf(jar);
        String name = mainClass == null ? named : mainClass;
        if (name == null) {
            throw new UsageException(
                    "The manifest of "
                            + jar
                            + " names no Main-Class; say which class to run with -c CLASS");
        }
        UserClassLoader loader =
                UserClassLoader.of(jar, Program.class.getClassLoader(), parentFirst);
        try {
            return new Program(loader, mainMethod(loader, name, jar));
        } catch (Throwable t) {
            loader.closeQuietly();
            throw t;
        }
    }

    private static Method mainMethod(UserClassLoader loader, String name, Path jar) {
        String wanted = "'public static void main(String[])'";
        Method main;
        try {
            main = loader.loadClass(name).getMethod("main", String[].class);
        } catch (ClassNotFoundException e) {
            throw new UsageException("There is no class " + name + " in " + jar, e);
        } catch (NoSuchMethodException e) {
            throw new UsageException("The class " + name + " has no method " + wanted, e);
        } catch (LinkageError e) {
            throw new UsageException(
                    "The class "
                            + name
                            + " in "
                            + jar
                            + " can't be loaded: "
                            + e
                            + Failures.whereItMayBe(e),
                    e);
        }
        if (!Modifier.isStatic(main.getModifiers()) || main.getReturnType() != void.class) {
            throw new UsageException("The main method of " + name + " is not " + wanted);
        }
        // As with the java command, the class itself need not be public.
        main.setAccessible(true);
        return main;
    }

    /** Null when the manifest names none. */
    private static String mainClassOf(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            String name =
                    manifest == null
                            ? null
                            : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
            return name == null || name.isBlank() ? null : name.trim();
        } catch (ZipException e) {
            throw new UsageException(jar + " is no jar: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UsageException("The jar " + jar + " can't be read: " + e.getMessage(), e);
        }
    }

    ClassLoader loader() {
        return loader;
    }

    /**
     * Runs the main method with this configuration under all environments it asks for, and waits
     * for the jobs it left running.
     *
     * @return an {@link ExitCode}
     */
    int run(
            List<String> arguments,
            Configuration configuration,
            RunningJobs jobs,
            Failures failures) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        LaunchedEnvironment.install(configuration, loader, jobs);
        jobs.watchSignals();
        try {
            main.invoke(null, (Object) arguments.toArray(new String[0]));
            return jobs.awaitAll(failures);
        } catch (InvocationTargetException e) {
            return jobs.programFailed(e.getCause(), failures);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(main + " was made accessible and is not", e);
        } finally {
            LaunchedEnvironment.uninstall();
            jobs.programLeft();
            thread.setContextClassLoader(before);
        }
    }

    /**
     * Runs the main method up to the first job that it would start, and gives that instead of
     * starting it.
     *
     * @throws UsageException the main method ends without a job, or fails before it
     */
    Pipeline firstJob(List<String> arguments, Configuration configuration) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        PlannedEnvironment.install(configuration, loader);
        try {
            main.invoke(null, (Object) arguments.toArray(new String[0]));
        } catch (InvocationTargetException e) {
            for (Throwable t = e.getCause(); t != null; t = t.getCause()) {
                if (t instanceof PlannedEnvironment.Planned planned) {
                    return planned.pipeline();
                }
            }
            if (PlannedEnvironment.taken() != null) {
                return PlannedEnvironment.taken(); // the program has caught what ended it
            }
            throw new UsageException(
                    "The program failed before it would have started a job: "
                            + e.getCause()
                            + Failures.whereItMayBe(e.getCause()),
                    e);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(main + " was made accessible and is not", e);
        } finally {
            PlannedEnvironment.uninstall();
            thread.setContextClassLoader(before);
        }
        if (PlannedEnvironment.taken() != null) {
            return PlannedEnvironment.taken();
        }
        throw new UsageException(
                "The program ended without starting a job by an environment of"
                        + " StreamExecutionEnvironment.getExecutionEnvironment()");
    }

    @Override
    public void close() {
        loader.closeQuietly();
    }
}
