// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.ConfigOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.FileSystemFactory;
import io.millrace.core.fs.UnsupportedFileSystemSchemeException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The file systems that are open in this process, and the settings by which more are opened: what
 * {@link FileSystem} answers with.
 *
 * <p>Both are the same for all of the process, because a path is all that a file system is asked
 * for by, and a path names no job. Settings come from {@link FileSystem#initialize}, which begins
 * anew, or from a job that brings some ({@link #adopt}), which can only add to what holds.
 *
 * <p>Any thread. Many may open at once, which may take as long as a store takes to answer; settings
 * change only while nobody does, so that none is opened by old ones and kept under new ones.
 */
public final class OpenFileSystems {

    private static final ConfigOption<String> DEFAULT_SCHEME =
            ConfigOptions.key("fs.default-scheme").stringType().noDefaultValue();

    private static final URI LOCAL = URI.create("file:///");

    /** Held to read by who opens, to write by who changes settings. */
    private static final ReadWriteLock SETTINGS = new ReentrantReadWriteLock();

    /** By scheme and authority, as {@code scheme://authority}. */
    private static final Map<String, FileSystem> OPEN = new ConcurrentHashMap<>();

    /**
     * Those that were opened last, under the same keys, the newest first, with the settings that
     * they read. They hold connections and threads, and jobs, streams and users may have them for
     * as long as they like and have no way to give them back, so nobody can close them; but one
     * that would be opened anew with the same settings is used again. So jobs that take turns with
     * settings of their own leave no more behind than there are settings.
     */
    private static final Map<String, List<Opened>> KEPT = new ConcurrentHashMap<>();

    /** Of one address: more are not looked through, and those of long ago may go. */
    private static final int MOST_KEPT = 8;

    private record Opened(FileSystem fileSystem, Map<String, String> settings) {}

    private static volatile URI defaultUri = LOCAL;
    private static volatile Configuration configuration = new Configuration();

    private OpenFileSystems() {}

    /**
     * Why settings of a job can't be followed; nothing in either list where they are.
     *
     * @param others keys that have another value in this process
     * @param late keys that are not set in this process, where a file system that would have
     *     followed them is open without them
     */
    public record Adoption(List<String> others, List<String> late) {

        /** Whether the settings hold now. */
        public boolean isDone() {
            return others.isEmpty() && late.isEmpty();
        }
    }

    /** As {@link FileSystem#initialize} says. */
    public static void initialize(Configuration config) {
        Configuration own = new Configuration(config);
        String scheme = own.get(DEFAULT_SCHEME);
        URI uri;
        try {
            uri = scheme == null ? LOCAL : URI.create(scheme);
        } catch (IllegalArgumentException e) {
            throw new IllegalConfigurationException(
                    "The value '"
                            + Addresses.shown(scheme)
                            + "' of 'fs.default-scheme' is no address such as file:/// or s3://bucket/: "
                            + (e.getCause() instanceof URISyntaxException why
                                    ? why.getReason()
                                    : "")
                            + ".");
        }
        SETTINGS.writeLock().lock();
        try {
            defaultUri = uri;
            configuration = own;
            OPEN.clear();
        } finally {
            SETTINGS.writeLock().unlock();
        }
    }

    /**
     * Adds settings to those of the process: all of them, or, if there is one that can't be
     * followed, none.
     *
     * @param settings values by key, of one store
     * @param schemes of the file systems that read them
     */
    public static Adoption adopt(Map<String, String> settings, Collection<String> schemes) {
        SETTINGS.writeLock().lock();
        try {
            Map<String, String> here = configuration.toMap();
            boolean open = OPEN.keySet().stream().anyMatch(key -> schemes.contains(scheme(key)));
            List<String> others = new ArrayList<>();
            List<String> late = new ArrayList<>();
            Configuration more = new Configuration(configuration);
            settings.forEach(
                    (key, value) -> {
                        String known = here.get(key);
                        if (known == null) {
                            more.setString(key, value);
                            if (open) {
                                late.add(key);
                            }
                        } else if (!known.equals(value)) {
                            others.add(key);
                        }
                    });
            Adoption adoption = new Adoption(List.copyOf(others), List.copyOf(late));
            if (adoption.isDone()) {
                configuration = more;
            }
            return adoption;
        } finally {
            SETTINGS.writeLock().unlock();
        }
    }

    private static String scheme(String key) {
        int end = key.indexOf(':');
        return end < 0 ? key : key.substring(0, end);
    }

    /** As {@link FileSystem#get} says. */
    public static FileSystem get(URI uri) throws IOException {
        URI address = uri.getScheme() == null ? defaultUri : uri;
        if (address.getScheme() == null) {
            address = LOCAL;
        }
        String scheme = address.getScheme().toLowerCase(Locale.ROOT);
        String authority = address.getAuthority();
        String key = authority == null ? scheme : scheme + "://" + authority;
        FileSystem known = OPEN.get(key);
        if (known != null) {
            return known;
        }
        SETTINGS.readLock().lock();
        try {
            Map<String, String> settings = StoreKeys.read(scheme, configuration.toMap());
            FileSystem kept = kept(key, settings);
            FileSystem made = kept != null ? kept : factoryFor(scheme, address).create(address);
            FileSystem earlier = OPEN.putIfAbsent(key, made);
            if (earlier != null) {
                return earlier;
            }
            keep(key, new Opened(made, settings));
            return made;
        } finally {
            SETTINGS.readLock().unlock();
        }
    }

    /** Null if none was opened with these settings. */
    private static FileSystem kept(String key, Map<String, String> settings) {
        for (Opened each : KEPT.getOrDefault(key, List.of())) {
            if (each.settings.equals(settings)) {
                return each.fileSystem;
            }
        }
        return null;
    }

    private static void keep(String key, Opened opened) {
        KEPT.compute(
                key,
                (same, before) -> {
                    List<Opened> kept = new ArrayList<>(List.of(opened));
                    if (before != null) {
                        before.stream()
                                .filter(each -> !each.settings.equals(opened.settings))
                                .limit(MOST_KEPT - 1)
                                .forEach(kept::add);
                    }
                    return List.copyOf(kept);
                });
    }

    /** What paths without a scheme belong to. */
    public static URI defaultUri() {
        return defaultUri;
    }

    /**
     * Those that can tell their settings among the factories on the class path and on that of the
     * thread's program, by scheme.
     */
    public static Map<String, NamesSettings> namesOfSettings() {
        Map<String, FileSystemFactory> found = new LinkedHashMap<>();
        for (ClassLoader loader :
                Arrays.asList(
                        FileSystem.class.getClassLoader(),
                        Thread.currentThread().getContextClassLoader())) {
            try {
                if (loader != null) {
                    collect(loader, found);
                }
            } catch (IOException e) {
                // It is told when one of them is asked for.
            }
        }
        Map<String, NamesSettings> names = new LinkedHashMap<>();
        found.forEach(
                (scheme, factory) -> {
                    if (factory instanceof NamesSettings telling) {
                        names.put(scheme, telling);
                    }
                });
        return names;
    }

    private static FileSystemFactory factoryFor(String scheme, URI address) throws IOException {
        Map<String, FileSystemFactory> found = new LinkedHashMap<>();
        collect(FileSystem.class.getClassLoader(), found);
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        if (!found.containsKey(scheme) && context != null) {
            collect(context, found);
        }
        FileSystemFactory factory = found.get(scheme);
        if (factory == null) {
            throw new UnsupportedFileSystemSchemeException(
                    "No file system serves the scheme '"
                            + scheme
                            + "' of '"
                            + Addresses.shown(address)
                            + "'. On the class path are: "
                            + (found.isEmpty() ? "none" : String.join(", ", found.keySet()))
                            + ". "
                            + howToGet(scheme));
        }
        factory.configure(configuration);
        return factory;
    }

    private static String howToGet(String scheme) {
        if (scheme.equals("file")) {
            return "Add the dependency io.millrace:millrace-filesystem-local to the program.";
        }
        return OptionalModule.ofScheme(scheme)
                .map(module -> module.howToGet() + " Or correct the address.")
                .orElse(
                        "No module of Millrace serves it: add the one that does, or correct the"
                                + " address.");
    }

    private static void collect(ClassLoader loader, Map<String, FileSystemFactory> into)
            throws IOException {
        try {
            for (FileSystemFactory factory : ServiceLoader.load(FileSystemFactory.class, loader)) {
                into.putIfAbsent(factory.getScheme().toLowerCase(Locale.ROOT), factory);
            }
        } catch (ServiceConfigurationError e) {
            throw new IOException(
                    "A file system on the class path cannot be loaded: " + e.getMessage(), e);
        }
    }
}
