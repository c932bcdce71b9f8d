// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.flink;

import io.millrace.cli.UserClassLoader;
import io.millrace.cli.flink.ProgramFiles.Found;
import io.millrace.cli.flink.ProgramFiles.Place;
import io.millrace.rename.ClassLookups;
import io.millrace.rename.RenameException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.CodeSigner;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Manifest;

/**
 * Loads a program that was compiled against Flink, and renames it on the way: to the program and to
 * everyone else its classes are those of Millrace's names.
 *
 * <p>A class {@code io.millrace.X} is Millrace's where Millrace has it, then what the class path
 * has under that name, then the program's {@code org.apache.flink.X}, for programs and Flink's
 * connectors lie there, too. A class may be asked for by either name. Class files and service files
 * that are asked for as resources are renamed as well, and found by both names; other resources are
 * found by both names, and stay as they are.
 */
final class RenamingClassLoader extends UserClassLoader {

    static {
        registerAsParallelCapable();
    }

    private static final String CLASS = ".class";
    private static final String LOOKUP = "forName";
    private static final ClassLookups LOOKUPS =
            new ClassLookups(NamedClasses.class.getName().replace('.', '/'));
    private static final String SERVICES = "META-INF/services/";
    private static final String MANIFEST = "META-INF/MANIFEST.MF";

    private final ProgramFiles files;
    private final FlinkNames names;

    /**
     * @param classPath the program's jars and folders
     */
    RenamingClassLoader(List<Path> classPath, ClassLoader parent, boolean parentFirst)
            throws IOException {
        this(parent, RocksDbFirst.order(classPath), parentFirst);
    }

    private RenamingClassLoader(ClassLoader parent, List<Path> ordered, boolean parentFirst)
            throws IOException {
        super(OF_FLINKS, ordered, parent, parentFirst);
        files = new ProgramFiles(ordered);
        names = new FlinkNames(this::isHere);
    }

    FlinkNames names() {
        return names;
    }

    ProgramFiles files() {
        return files;
    }

    /** Whether Millrace or the program has a class; by its name here. */
    private boolean isHere(String internalName) {
        return getParent().getResource(internalName + CLASS) != null || find(internalName) != null;
    }

    /** The file of a class, by its name here. */
    private Found find(String internalName) {
        String path = internalName + CLASS;
        Found found = files.find(path);
        if (found == null && FlinkNames.isMillraces(path)) {
            for (String flinks : names.inProgram(path)) {
                found = found == null ? files.find(flinks) : found;
            }
        }
        return found;
    }

    /**
     * A class file of the program, renamed; null if it has none of that name, or if the launcher
     * has one that comes first: Millrace's, or Kryo's.
     *
     * @param internalName its name here
     * @throws RenameException if it can't be renamed
     */
    byte[] classFile(String internalName) throws IOException {
        if (FlinkNames.isOfLauncher(internalName)
                && getParent().getResource(internalName + CLASS) != null) {
            return null;
        }
        Found found = find(internalName);
        return found == null ? null : content(found);
    }

    /** A file, renamed if it is one that names classes and is not Millrace's own. */
    private byte[] content(Found found) throws IOException {
        return content(found.path(), found.read(), found.place().location());
    }

    /** The same array if it stays as it is. */
    private byte[] content(String path, byte[] content, URL from) throws IOException {
        if (FlinkNames.isMillraces(path)) {
            return content;
        }
        String text = new String(content, StandardCharsets.ISO_8859_1);
        byte[] renamed = content;
        try {
            if (namesFlink(text)) {
                renamed = names.toMillrace().content(path, content);
            }
            if (path.endsWith(CLASS) && text.contains(LOOKUP)) {
                renamed = LOOKUPS.apply(renamed);
            }
            if (path.endsWith(CLASS) && renamed != content) {
                renamed = OtherResults.CALLS.apply(renamed);
            }
            return renamed;
        } catch (RenameException e) {
            throw new IOException(e.getMessage() + " It is in " + from, e);
        }
    }

    /** Cheaper than to look properly, which is for those few that do. */
    private static boolean namesFlink(String text) {
        return text.contains("org/apache/flink") || text.contains("org.apache.flink");
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        return super.loadClass(names.toMillrace().className(name), resolve);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        Found found = find(name.replace('.', '/'));
        if (found == null) {
            throw new ClassNotFoundException(name);
        }
        byte[] classFile;
        try {
            classFile = content(found);
            definePackageOf(name, found.place());
        } catch (IOException e) {
            LinkageError error =
                    new NoClassDefFoundError(
                            names.asWritten(name.replace('.', '/')) + ": " + e.getMessage());
            error.initCause(e);
            throw error;
        }
        CodeSource source = new CodeSource(found.place().location(), (CodeSigner[]) null);
        return defineClass(name, classFile, 0, classFile.length, source);
    }

    private void definePackageOf(String className, Place place) throws IOException {
        int dot = className.lastIndexOf('.');
        String name = dot < 0 ? "" : className.substring(0, dot);
        if (dot < 0 || getDefinedPackage(name) != null) {
            return;
        }
        byte[] content = place.manifest();
        try {
            if (content == null) {
                definePackage(name, null, null, null, null, null, null, null);
            } else {
                byte[] renamed = names.toMillrace().content(MANIFEST, content);
                Manifest manifest = new Manifest(new ByteArrayInputStream(renamed));
                definePackage(name, manifest, place.location());
            }
        } catch (IllegalArgumentException e) {
            if (getDefinedPackage(name) == null) {
                throw e; // else another thread was quicker
            }
        }
    }

    @Override
    public URL getResource(String name) {
        if (!isFlinks(name)) {
            return super.getResource(name);
        }
        // Not the parent first: were Flink there, it would have the class by the other name.
        URL own = findResource(name);
        return own == null ? super.getResource(names.toMillrace().resource(name)) : own;
    }

    @Override
    public URL findResource(String name) {
        for (String path : paths(name)) {
            URL found = super.findResource(path);
            if (found != null) {
                return renamed(path, found, files.find(path));
            }
        }
        return null;
    }

    @Override
    public Enumeration<URL> findResources(String name) throws IOException {
        List<URL> all = new ArrayList<>();
        for (String path : paths(name)) {
            for (URL found : Collections.list(super.findResources(path))) {
                all.add(renamed(path, found, null));
            }
        }
        return Collections.enumeration(all);
    }

    private boolean isFlinks(String path) {
        return !names.toMillrace().resource(path).equals(path);
    }

    /** Under which paths a resource may lie in the program. */
    private Set<String> paths(String name) {
        Set<String> paths = new LinkedHashSet<>();
        if (isFlinks(name)) {
            // Millrace's own comes first, as for classes; and what was moved is where it was.
            paths.add(names.toMillrace().resource(name));
            paths.add(name);
        } else {
            paths.add(name);
            paths.addAll(names.inProgram(name));
        }
        return paths;
    }

    /**
     * The place itself, but for a file whose content is renamed.
     *
     * @param file where it can be read sooner; null for by the URL
     */
    private URL renamed(String path, URL found, Found file) {
        boolean service = path.startsWith(SERVICES);
        if (FlinkNames.isMillraces(path) || !service && !path.endsWith(CLASS)) {
            return found;
        }
        try {
            byte[] content = file == null ? read(found) : file.read();
            byte[] renamed = content(path, content, found);
            return renamed == content ? found : HeldContent.under(found, renamed);
        } catch (IOException e) {
            return found; // who reads it, or loads the class, is told
        }
    }

    private static byte[] read(URL url) throws IOException {
        URLConnection connection = url.openConnection();
        connection.setUseCaches(false); // else the jar stays open
        try (InputStream in = connection.getInputStream()) {
            return in.readAllBytes();
        }
    }

    @Override
    public void close() throws IOException {
        super.close();
        files.close();
    }
}
