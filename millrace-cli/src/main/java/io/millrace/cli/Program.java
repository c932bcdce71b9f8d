// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import io.millrace.cli.flink.FlinkProgram;
import io.millrace.configuration.Configuration;
import io.millrace.spi.Pipeline;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipException;

/** A user's jar and the main method in it. */
final class Program implements AutoCloseable {

    private static final Attributes.Name FLINKS_MAIN_CLASS = new Attributes.Name("program-class");
    private static final String CLASS_PATH = "java.class.path";

    private final UserClassLoader loader;
    private final ContainedLibraries libraries;
    private final List<Path> besides;
    private final Method main;

    private Program(
            UserClassLoader loader, ContainedLibraries libraries, List<Path> besides, Method main) {
        this.loader = loader;
        this.libraries = libraries;
        this.besides = besides;
        this.main = main;
    }

    /**
     * Finds the main method.
     *
     * @param mainClass null for the one the jar names
     * @param parentFirst whether the launcher's classes win over those of the jar
     * @param besides jars and folders that are loaded with it
     * @param look what is done with a program that was compiled against Flink before any class of
     *     it is loaded
     * @throws UsageException saying what is wrong with the jar or the class
     */
    static Program open(
            Path jar,
            String mainClass,
            boolean parentFirst,
            List<Path> besides,
            Consumer<FlinkProgram> look) {
        String asked = mainClass == null ? null : mainClass.replace('/', '.'); // as java has it
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
        Attributes manifest = manifestOf(jar);
        String named = asked == null ? named(manifest, Attributes.Name.MAIN_CLASS) : asked;
        // Flink looks for a name of its own first.
        String flinks = asked == null ? named(manifest, FLINKS_MAIN_CLASS) : asked;
        ContainedLibraries libraries = ContainedLibraries.of(jar);
        UserClassLoader loader = null;
        try {
            List<Path> more = new ArrayList<>(libraries.paths());
            more.addAll(besides);
            List<Path> all = new ArrayList<>(List.of(jar));
            all.addAll(more);
            ClassLoader parent = Program.class.getClassLoader();
            boolean isFlinks = CompiledAgainst.flink(jar, flinks == null ? named : flinks, more);
            String name = isFlinks && flinks != null ? flinks : named;
            if (name == null) {
                throw new UsageException(
                        "The manifest of "
                                + jar
                                + " names no Main-Class; say which class to run with -c CLASS");
            }
            if (isFlinks) {
                FlinkProgram program = FlinkProgram.of(jar, all, name, parent, parentFirst);
                loader = program.loader();
                look.accept(program);
            } else {
                loader = new UserClassLoader(all, parent, parentFirst);
            }
            return new Program(loader, libraries, besides, mainMethod(loader, name, jar));
        } catch (Throwable t) {
            if (loader != null) {
                loader.closeQuietly();
            }
            libraries.close();
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

    /** The manifest's main part; empty when there is none. */
    private static Attributes manifestOf(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            return manifest == null ? new Attributes() : manifest.getMainAttributes();
        } catch (ZipException e) {
            throw new UsageException(jar + " is no jar: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UsageException("The jar " + jar + " can't be read: " + e.getMessage(), e);
        }
    }

    /** Null when the manifest names none. */
    private static String named(Attributes manifest, Attributes.Name name) {
        String value = manifest.getValue(name);
        return value == null || value.isBlank() ? null : value.trim();
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
        String classPath = extendClassPath();
        try {
            main.invoke(null, (Object) arguments.toArray(new String[0]));
            return jobs.awaitAll(failures);
        } catch (InvocationTargetException e) {
            return jobs.programFailed(e.getCause(), failures);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(main + " was made accessible and is not", e);
        } finally {
            System.setProperty(CLASS_PATH, classPath);
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
        libraries.close();
    }

    /** What was given besides belongs to the class path, for programs that look there. */
    private String extendClassPath() {
        String before = System.getProperty(CLASS_PATH);
        if (!besides.isEmpty()) {
            StringBuilder path = new StringBuilder(before);
            besides.forEach(each -> path.append(File.pathSeparator).append(each.toAbsolutePath()));
            System.setProperty(CLASS_PATH, path.toString());
        }
        return before;
    }
}
