// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.export;

import io.millrace.rename.JarEntries;
import io.millrace.rename.Renaming;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.jar.Attributes;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipOutputStream;

/**
 * A job's jar in memory: its entries, and those of the jars in its folder {@code lib}, which Flink
 * puts on the job's class path, too.
 */
final class JarContents {

    private static final String CLASS = ".class";
    private static final String MODULE = "module-info.class";
    private static final String LIBRARIES = "lib/";
    private static final String SERVICES = "META-INF/services/";
    private static final String MANIFEST = "META-INF/MANIFEST.MF";
    private static final Pattern VERSIONED = Pattern.compile("^META-INF/versions/([0-9]{1,4})/");

    private record Entry(long time, byte[] content, JarContents library) {}

    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Set<String> noClasses = new TreeSet<>();

    static JarContents read(byte[] jar) throws IOException {
        return read(jar, true);
    }

    private static JarContents read(byte[] jar, boolean libraries) throws IOException {
        JarContents contents = new JarContents();
        for (JarEntries.Entry entry : JarEntries.of(jar)) {
            String path = entry.header().getName();
            if (path.endsWith(CLASS) && !Renaming.isClassFile(entry.content())) {
                contents.noClasses.add(path);
            }
            contents.entries.put(
                    path,
                    new Entry(
                            entry.header().getTime(),
                            entry.content(),
                            libraries ? library(path, entry.content()) : null));
        }
        return contents;
    }

    /** Null if it is none. */
    private static JarContents library(String path, byte[] content) throws IOException {
        if (!path.startsWith(LIBRARIES) || !path.endsWith(".jar")) {
            return null;
        }
        try {
            return read(content, false);
        } catch (ZipException e) {
            return null; // a file of that name, which a cluster passes over, too
        }
    }

    byte[] write() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Set<String> filled = foldersWithFiles();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, Entry> each : entries.entrySet()) {
                if (each.getKey().endsWith("/") && !filled.contains(each.getKey())) {
                    continue; // what was in it has another name now, or was left out
                }
                Entry entry = each.getValue();
                ZipEntry header = new ZipEntry(each.getKey());
                header.setTime(entry.time);
                out.putNextEntry(header);
                out.write(entry.library == null ? entry.content : entry.library.write());
                out.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    private Set<String> foldersWithFiles() {
        Set<String> folders = new HashSet<>();
        for (String path : entries.keySet()) {
            if (!path.endsWith("/")) {
                for (int at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
                    folders.add(path.substring(0, at + 1));
                }
            }
        }
        return folders;
    }

    /** All classes by internal name, of the libraries, too; the jar's own come first. */
    Map<String, byte[]> classes() {
        return classes(0);
    }

    /**
     * The same, as a Java of some release sees them.
     *
     * @param release 0 for what lies outside of {@code META-INF/versions}
     */
    Map<String, byte[]> classes(int release) {
        Map<String, byte[]> classes = new TreeMap<>();
        addClasses(classes, release);
        return classes;
    }

    private void addClasses(Map<String, byte[]> classes, int release) {
        Map<String, byte[]> own = new TreeMap<>();
        Map<String, Integer> releases = new HashMap<>();
        entries.forEach(
                (path, entry) -> {
                    int of = release(path);
                    if (of >= 0 && of <= release) {
                        String name = internalName(path);
                        if (releases.merge(name, of, Math::max) == of) {
                            own.put(name, entry.content);
                        }
                    }
                });
        own.forEach(classes::putIfAbsent);
        libraries().forEach(library -> library.addClasses(classes, release));
    }

    /**
     * 0, and each release of Java that the jar or one of its libraries has classes of its own for.
     */
    SortedSet<Integer> releases() {
        SortedSet<Integer> releases = new TreeSet<>(Set.of(0));
        entries.keySet().stream()
                .map(this::release)
                .filter(each -> each > 0)
                .forEach(releases::add);
        libraries().forEach(library -> releases.addAll(library.releases()));
        return releases;
    }

    /**
     * The release of Java that a class is for, 0 for any; -1 if it is none, or in a folder that
     * Java passes over.
     */
    private int release(String path) {
        if (!path.endsWith(CLASS) || path.endsWith(MODULE) || noClasses.contains(path)) {
            return -1;
        }
        Matcher versioned = VERSIONED.matcher(path);
        if (versioned.lookingAt()) {
            return isMultiRelease() ? Integer.parseInt(versioned.group(1)) : -1;
        }
        return path.startsWith("META-INF/") ? -1 : 0;
    }

    private boolean isMultiRelease() {
        Entry manifest = entries.get(MANIFEST);
        try {
            return manifest != null
                    && Boolean.parseBoolean(
                            new java.util.jar.Manifest(new ByteArrayInputStream(manifest.content))
                                    .getMainAttributes()
                                    .getValue("Multi-Release"));
        } catch (IOException e) {
            return false; // no manifest
        }
    }

    /** Paths of files that are called classes and are none, of the libraries, too. */
    Set<String> noClasses() {
        Set<String> paths = new TreeSet<>(noClasses);
        libraries().forEach(library -> paths.addAll(library.noClasses()));
        return paths;
    }

    /** The paths of all entries, of the libraries, too. */
    Set<String> paths() {
        Set<String> paths = new HashSet<>(entries.keySet());
        libraries().forEach(library -> paths.addAll(library.paths()));
        return paths;
    }

    /** Of the jar itself, without its libraries. */
    List<String> ownClasses() {
        return entries.keySet().stream()
                .filter(path -> release(path) == 0)
                .map(JarContents::internalName)
                .toList();
    }

    private List<JarContents> libraries() {
        return entries.values().stream()
                .map(Entry::library)
                .filter(library -> library != null)
                .toList();
    }

    /** What the service files name for a service, by internal names. */
    Collection<String> providers(String service) {
        List<String> providers = new ArrayList<>();
        addProviders(SERVICES + service.replace('/', '.'), providers);
        return providers;
    }

    private void addProviders(String path, List<String> providers) {
        Entry file = entries.get(path);
        if (file != null) {
            providers(file.content).forEach(name -> providers.add(name.replace('.', '/')));
        }
        libraries().forEach(library -> library.addProviders(path, providers));
    }

    private static List<String> providers(byte[] file) {
        return new String(file, StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.replaceFirst("#.*", "").strip())
                .filter(line -> !line.isEmpty())
                .toList();
    }

    /** Changes each class that is for a release of Java, of the libraries, too. */
    void replaceClasses(int release, UnaryOperator<byte[]> change) {
        entries.replaceAll(
                (path, entry) ->
                        release(path) == release
                                ? new Entry(entry.time, change.apply(entry.content), null)
                                : entry);
        libraries().forEach(library -> library.replaceClasses(release, change));
    }

    /** Services and their providers get new names, internal ones; in the libraries, too. */
    void renameProviders(UnaryOperator<String> renamed) {
        UnaryOperator<String> names =
                name -> renamed.apply(name.replace('.', '/')).replace('/', '.');
        Map<String, Entry> before = new LinkedHashMap<>(entries);
        entries.clear();
        before.forEach(
                (path, entry) -> {
                    if (!isServiceFile(path)) {
                        entries.put(path, entry);
                        return;
                    }
                    List<String> providers = providers(entry.content);
                    List<String> now = providers.stream().map(names).toList();
                    entries.put(
                            SERVICES + names.apply(path.substring(SERVICES.length())),
                            now.equals(providers)
                                    ? entry
                                    : new Entry(entry.time, lines(now), null));
                });
        libraries().forEach(library -> library.renameProviders(renamed));
    }

    private static byte[] lines(List<String> lines) {
        return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Takes a jar along as a library; by another name if there is one of that name. */
    void putLibrary(String name, byte[] jar) throws IOException {
        String path = LIBRARIES + name;
        for (int i = 2; entries.containsKey(path); i++) {
            path = LIBRARIES + name.replaceFirst("(\\.jar)?$", "-" + i + ".jar");
        }
        entries.put(path, new Entry(0, jar, library(path, jar)));
    }

    /** The jars that the manifest names are in the folder of libraries now. */
    void removeClassPath() throws IOException {
        Entry entry = entries.get(MANIFEST);
        if (entry == null) {
            return;
        }
        var manifest = new java.util.jar.Manifest(new ByteArrayInputStream(entry.content));
        if (manifest.getMainAttributes().remove(Attributes.Name.CLASS_PATH) != null) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            manifest.write(bytes);
            entries.put(MANIFEST, new Entry(entry.time, bytes.toByteArray(), null));
        }
    }

    void put(String path, byte[] content) {
        entries.put(path, new Entry(0, content, null));
    }

    /** Takes out of service files what is not there any more; files without a name, altogether. */
    void removeProviders(Collection<String> gone) {
        entries.entrySet()
                .removeIf(
                        each ->
                                isServiceFile(each.getKey())
                                        && !providers(each.getValue().content).isEmpty()
                                        && gone.containsAll(providers(each.getValue().content)));
        entries.replaceAll(
                (path, entry) -> {
                    if (!isServiceFile(path)
                            || providers(entry.content).stream().noneMatch(gone::contains)) {
                        return entry;
                    }
                    List<String> left = new ArrayList<>(providers(entry.content));
                    left.removeAll(gone);
                    return new Entry(entry.time, lines(left), null);
                });
        libraries().forEach(library -> library.removeProviders(gone));
        // A library of which nothing is left but what describes it.
        entries.values().removeIf(entry -> entry.library != null && entry.library.isEmpty());
    }

    private boolean isEmpty() {
        return entries.keySet().stream()
                .allMatch(
                        path ->
                                path.endsWith("/")
                                        || path.endsWith(MODULE)
                                        || path.startsWith("META-INF/") && !isOfUse(path));
    }

    /** Also in a jar without classes. */
    private static boolean isOfUse(String path) {
        return path.startsWith(SERVICES) || path.startsWith("META-INF/resources/");
    }

    private static boolean isServiceFile(String path) {
        return path.startsWith(SERVICES) && path.indexOf('/', SERVICES.length()) < 0;
    }

    private static String internalName(String versioned) {
        String path = VERSIONED.matcher(versioned).replaceFirst("");
        return path.substring(0, path.length() - CLASS.length());
    }

    /** The class of the manifest that is started; null if it names none. */
    String mainClass() throws IOException {
        Entry manifest = entries.get(MANIFEST);
        if (manifest == null) {
            return null;
        }
        var main =
                new java.util.jar.Manifest(new ByteArrayInputStream(manifest.content))
                        .getMainAttributes();
        String named = main.getValue("program-class");
        named = named == null ? main.getValue("Main-Class") : named;
        return named == null || named.isBlank() ? null : named.strip();
    }
}
