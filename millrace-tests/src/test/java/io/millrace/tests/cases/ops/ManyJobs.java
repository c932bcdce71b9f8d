// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.ops;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The program of a forked JVM: runs {@link LoadedJob} many times, each in a class loader of its
 * own, ending in turn by finish, failure and cancellation, and prints what is left of them
 * afterwards.
 */
public final class ManyJobs {

    private static final String[] ENDINGS = {"finish", "fail", "cancel"};

    /** How long what is to go may take; it is seen at once when it is gone. */
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    private ManyJobs() {}

    /** Loads the job's own classes itself, everything else through its parent. */
    private static final class JobLoader extends URLClassLoader {

        JobLoader(URL[] urls) {
            super(urls, ManyJobs.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(LoadedJob.class.getName())) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : findClass(name);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        int jobs = Integer.parseInt(args[0]);
        Path work = Path.of(args[1]);
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        for (int i = 0; i < 12; i++) { // what is loaded and opened once belongs to the JVM
            loaders.add(runOne(ENDINGS[i % 3], work, i % 4 == 0));
        }
        settle();
        Set<Long> threadsBefore = threads().stream().map(Thread::getId).collect(Collectors.toSet());
        List<String> handlesBefore = handles();
        for (int i = 0; i < jobs; i++) {
            loaders.add(runOne(ENDINGS[i % 3], work, i % 4 == 0));
        }

        List<Thread> threads = threads();
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (threads.stream().anyMatch(t -> !threadsBefore.contains(t.getId()))
                && System.nanoTime() < end) {
            LockSupport.parkNanos(1_000_000);
            threads = threads();
        }
        System.out.println(
                "threads left: "
                        + threads.stream()
                                .filter(t -> !threadsBefore.contains(t.getId()))
                                .map(Thread::getName)
                                .toList());
        end = System.nanoTime() + PATIENCE_NANOS;
        while (loaders.stream().anyMatch(l -> l.get() != null) && System.nanoTime() < end) {
            System.gc();
            LockSupport.parkNanos(10_000_000);
        }
        System.out.println(
                "loaders left: " + loaders.stream().filter(l -> l.get() != null).count());
        List<String> handles = handles();
        handlesBefore.forEach(handles::remove);
        System.out.println("handles left: " + handles);
        try (Stream<Path> temporary = Files.walk(Path.of(System.getProperty("java.io.tmpdir")))) {
            System.out.println(
                    "temporary files left: "
                            + temporary
                                    .skip(1)
                                    .filter(p -> !p.toString().contains("hsperfdata"))
                                    .toList());
        }
        System.out.println("jobs: " + jobs);
        System.exit(0);
    }

    private static WeakReference<ClassLoader> runOne(String ending, Path work, boolean inFiles)
            throws Exception {
        Path directory = Files.createTempDirectory(work, ending);
        URL[] urls = {LoadedJob.class.getProtectionDomain().getCodeSource().getLocation()};
        Thread self = Thread.currentThread();
        ClassLoader before = self.getContextClassLoader();
        try (JobLoader loader = new JobLoader(urls)) {
            self.setContextClassLoader(loader);
            Class<?> job = Class.forName(LoadedJob.class.getName(), true, loader);
            if (job.getClassLoader() != loader) {
                throw new IllegalStateException("The job was not loaded by its own loader");
            }
            job.getMethod("run", String.class, String.class, boolean.class)
                    .invoke(null, ending, directory.toString(), inFiles);
            return new WeakReference<>(loader);
        } finally {
            self.setContextClassLoader(before);
            delete(directory);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> walk = Files.walk(directory)) {
            for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private static void settle() {
        for (int i = 0; i < 3; i++) {
            System.gc();
            LockSupport.parkNanos(50_000_000);
        }
    }

    private static List<Thread> threads() {
        return new ArrayList<>(Thread.getAllStackTraces().keySet());
    }

    /** What the process holds open, where the system tells. */
    private static List<String> handles() throws IOException {
        Path fd = Path.of("/proc/self/fd");
        List<String> all = new ArrayList<>();
        if (Files.isDirectory(fd)) {
            try (Stream<Path> list = Files.list(fd)) {
                for (Path each : new TreeSet<>(list.toList())) {
                    try {
                        String target = Files.readSymbolicLink(each).toString();
                        if (!target.contains("/fd")) { // the one that lists
                            all.add(target.replaceAll("\\[[0-9]+\\]", ""));
                        }
                    } catch (IOException e) {
                        continue; // it was the listing's own
                    }
                }
            }
        }
        return all;
    }
}
