// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.export;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * A job's jar in memory: its entries, and those of the jars in its folder {@code lib}, which Flink
 * puts on the job's class path, too.
 */
final class JarContents {

    private static final String CLASS = ".class";
    private static final String LIBRARIES = "lib/";
    private static final String SERVICES = "META-INF/services/";

    private record Entry(long time, byte[] content, JarContents library) {}

    private final Map<String, Entry> entries = new LinkedHashMap<>();

    static JarContents read(byte[] jar) throws IOException {
        return read(jar, true);
    }

    private static JarContents read(byte[] jar, boolean libraries) throws IOException {
        JarContents contents = new JarContents();
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(jar))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                String path = entry.getName();
                byte[] content = in.readAllBytes();
                JarContents library =
                        libraries && path.startsWith(LIBRARIES) && path.endsWith(".jar")
                                ? read(content, false)
                                : null;
                contents.entries.putIfAbsent(path, new Entry(entry.getTime(), content, library));
            }
        }
        return contents;
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
        Map<String, byte[]> classes = new TreeMap<>();
        addClasses(classes);
        return classes;
    }

    private void addClasses(Map<String, byte[]> classes) {
        entries.forEach(
                (path, entry) -> {
                    if (isClass(path)) {
                        classes.putIfAbsent(internalName(path), entry.content);
                    }
                });
        libraries().forEach(library -> library.addClasses(classes));
    }

    /** Of the jar itself, without its libraries. */
    List<String> ownClasses() {
        return entries.keySet().stream()
                .filter(JarContents::isClass)
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

    /** Changes each class, of the libraries, too. */
    void replaceClasses(UnaryOperator<byte[]> change) {
        entries.replaceAll(
                (path, entry) ->
                        isClass(path)
                                ? new Entry(entry.time, change.apply(entry.content), null)
                                : entry);
        libraries().forEach(library -> library.replaceClasses(change));
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
                    return new Entry(
                            entry.time,
                            (String.join("\n", left) + "\n").getBytes(StandardCharsets.UTF_8),
                            null);
                });
        libraries().forEach(library -> library.removeProviders(gone));
        // A library of which nothing is left but its manifest.
        entries.values().removeIf(entry -> entry.library != null && entry.library.isEmpty());
    }

    private boolean isEmpty() {
        return entries.keySet().stream()
                .allMatch(path -> path.endsWith("/") || path.startsWith("META-INF/"));
    }

    private static boolean isServiceFile(String path) {
        return path.startsWith(SERVICES) && path.indexOf('/', SERVICES.length()) < 0;
    }

    private static boolean isClass(String path) {
        return path.endsWith(CLASS)
                && !path.startsWith("META-INF/")
                && !path.endsWith("module-info.class");
    }

    private static String internalName(String path) {
        return path.substring(0, path.length() - CLASS.length());
    }

    /** The class of the manifest that is started; null if it names none. */
    String mainClass() throws IOException {
        Entry manifest = entries.get("META-INF/MANIFEST.MF");
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
