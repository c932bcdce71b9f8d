// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs;

import io.millrace.annotation.Public;
import io.millrace.core.io.IOReadableWritable;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.spi.Addresses;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;

/**
 * The name of a file or directory in some file system.
 *
 * <p>A name has two spellings, and both must reach the same file whatever letters are in it:
 *
 * <ul>
 *   <li>a plain path, {@code /data/100% sure #1}, is taken literally;
 *   <li>a text that begins with {@code file:} may be what {@link File#toURI()} printed, so percent
 *       codes in it are decoded: {@code file:/data/100%25%20sure%20%231}. Where some {@code %} is
 *       not followed by two hexadecimal digits the text cannot be such a URI and is taken
 *       literally. Blank, {@code #} and {@code ?} always stand for themselves.
 * </ul>
 *
 * With any other scheme the rest is literal, too: keys of object stores are. {@link #getPath()} is
 * always the decoded name, and {@link #toString()} can be read back by {@link #Path(String)}.
 *
 * <p>Repeated and trailing slashes, {@code .} and {@code ..} are removed. Linux and macOS names are
 * what is supported: a backslash is a letter like any other.
 */
@Public
public class Path implements IOReadableWritable, Serializable {

    public static final String SEPARATOR = "/";

    public static final char SEPARATOR_CHAR = '/';

    public static final String CUR_DIR = ".";

    private static final long serialVersionUID = 1L;

    private static final String FILE = "file";

    private URI uri;

    /** For {@link #read} only. */
    public Path() {}

    /**
     * The path that a URI names; its percent codes are decoded.
     *
     * @throws IllegalArgumentException for a file URI with a query or fragment: there, a {@code #}
     *     or {@code ?} that belongs to a name must be written as percent code
     */
    public Path(URI uri) {
        if (uri.isOpaque()) {
            throw new IllegalArgumentException(
                    "The URI '"
                            + Addresses.shown(uri)
                            + "' has no path: after the scheme a '/' is needed.");
        }
        if (FILE.equalsIgnoreCase(uri.getScheme())
                && (uri.getRawFragment() != null || uri.getRawQuery() != null)) {
            throw new IllegalArgumentException(
                    "The file URI '"
                            + Addresses.shown(uri)
                            + "' has a query or fragment. Write '?' as %3F and '#' as %23, or give a plain path.");
        }
        this.uri = assemble(uri.getScheme(), uri.getAuthority(), orEmpty(uri.getPath()));
    }

    /** The child under the parent; a leading slash of the child means nothing. */
    public Path(String parent, String child) {
        this(new Path(parent), child);
    }

    /** The child under the parent; the child is taken literally, colons and percent signs too. */
    public Path(Path parent, String child) {
        this(parent.uri, Objects.requireNonNull(child, "child"));
    }

    /** The child under the parent; scheme and leading slash of the child mean nothing. */
    public Path(String parent, Path child) {
        this(new Path(parent), child);
    }

    /** The child under the parent; scheme and leading slash of the child mean nothing. */
    public Path(Path parent, Path child) {
        this(parent.uri, child.getPath());
    }

    /**
     * The path that a text names, see above.
     *
     * @throws IllegalArgumentException when empty
     */
    public Path(String pathString) {
        if (pathString == null) {
            throw new IllegalArgumentException("A path must not be null.");
        }
        if (pathString.isBlank()) {
            throw new IllegalArgumentException("A path must not be empty or blank.");
        }
        String scheme = null;
        String authority = null;
        String rest = pathString;
        int colon = schemeEnd(pathString);
        if (colon > 0) {
            scheme = pathString.substring(0, colon);
            rest = pathString.substring(colon + 1);
        }
        if (rest.startsWith("//") && scheme != null) {
            int end = rest.indexOf('/', 2);
            String found = end < 0 ? rest.substring(2) : rest.substring(2, end);
            authority = found.isEmpty() ? null : found;
            rest = end < 0 ? "/" : rest.substring(end);
        }
        if (FILE.equalsIgnoreCase(scheme)) {
            rest = decoded(rest);
        }
        this.uri = assemble(scheme, authority, rest);
    }

    /** From its parts; the path is taken literally. */
    public Path(String scheme, String authority, String path) {
        if (path == null || path.isEmpty()) {
            throw new IllegalArgumentException("A path must not be null or empty.");
        }
        this.uri = assemble(scheme, authority, path);
    }

    private Path(URI parent, String child) {
        this.uri =
                assemble(
                        parent.getScheme(),
                        parent.getAuthority(),
                        child.isEmpty()
                                ? orEmpty(parent.getPath())
                                : orEmpty(parent.getPath()) + "/" + child);
    }

    /** The name as a URI, percent codes and all. */
    public URI toUri() {
        return uri;
    }

    /** The file system this path is in. */
    public FileSystem getFileSystem() throws IOException {
        return FileSystem.get(uri);
    }

    /** Whether it begins at the root. */
    public boolean isAbsolute() {
        return getPath().startsWith(SEPARATOR);
    }

    /** The last part of the name; empty for the root. */
    public String getName() {
        String path = getPath();
        return path.substring(path.lastIndexOf(SEPARATOR_CHAR) + 1);
    }

    /** The name without scheme and authority, as a file system is to be asked for it. */
    public String getPath() {
        return uri.getPath();
    }

    /** The directory this is in; null for the root. */
    public Path getParent() {
        String path = getPath();
        if (path.equals(SEPARATOR) || path.isEmpty()) {
            return null;
        }
        int slash = path.lastIndexOf(SEPARATOR_CHAR);
        String parent = slash < 0 ? CUR_DIR : slash == 0 ? SEPARATOR : path.substring(0, slash);
        return new Path(uri.getScheme(), uri.getAuthority(), parent);
    }

    /** The same directory, the name with something added. */
    public Path suffix(String suffix) {
        return new Path(uri.getScheme(), uri.getAuthority(), getPath() + suffix);
    }

    /** For people, and to be read back; see {@link #Path(String)}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        if (uri.getScheme() != null) {
            text.append(uri.getScheme()).append(':');
        }
        if (uri.getAuthority() != null) {
            text.append("//").append(uri.getAuthority());
        }
        String path = getPath();
        text.append(FILE.equalsIgnoreCase(uri.getScheme()) ? path.replace("%", "%25") : path);
        return text.toString();
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Path that && Objects.equals(uri, that.uri);
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(uri);
    }

    /** By URI. */
    public int compareTo(Object o) {
        return uri.compareTo(((Path) o).uri);
    }

    /** How many directories from the root; the root has 0. */
    public int depth() {
        String path = getPath();
        int depth = 0;
        for (int i = 0; i < path.length(); i++) {
            if (path.charAt(i) == SEPARATOR_CHAR && path.length() > 1) {
                depth++;
            }
        }
        return depth;
    }

    /**
     * This path with the scheme, authority and, where relative, the working directory of a file
     * system.
     */
    public Path makeQualified(FileSystem fs) {
        Path path = isAbsolute() ? this : new Path(fs.getWorkingDirectory(), this);
        URI home = fs.getUri();
        String scheme = uri.getScheme() == null ? home.getScheme() : uri.getScheme();
        String authority = uri.getAuthority() == null ? home.getAuthority() : uri.getAuthority();
        return new Path(scheme, authority, path.getPath());
    }

    @Override
    public void read(DataInputView in) throws IOException {
        this.uri = in.readBoolean() ? URI.create(in.readUTF()) : null;
    }

    @Override
    public void write(DataOutputView out) throws IOException {
        out.writeBoolean(uri != null);
        if (uri != null) {
            out.writeUTF(uri.toString());
        }
    }

    /** Whether it begins with a drive letter, as {@code /C:/}. */
    public boolean hasWindowsDrive() {
        String path = getPath();
        return path.length() >= 3
                && path.charAt(0) == SEPARATOR_CHAR
                && Character.isLetter(path.charAt(1))
                && path.charAt(1) < 128
                && path.charAt(2) == ':';
    }

    /** The path of a file of this machine. */
    public static Path fromLocalFile(File file) {
        return new Path(FILE, null, file.getAbsolutePath());
    }

    /** Reads what {@link #serializeToDataOutputView} wrote; may be null. */
    public static Path deserializeFromDataInputView(DataInputView in) throws IOException {
        Path path = new Path();
        path.read(in);
        return path.uri == null ? null : path;
    }

    /** Writes a path, which may be null. */
    public static void serializeToDataOutputView(Path path, DataOutputView out) throws IOException {
        if (path == null) {
            out.writeBoolean(false);
        } else {
            path.write(out);
        }
    }

    /**
     * Where the scheme ends, or -1. A colon makes a scheme only before a slash: {@code a:b} is a
     * name.
     */
    private static int schemeEnd(String text) {
        int colon = text.indexOf(':');
        if (colon < 1 || colon + 1 >= text.length() || text.charAt(colon + 1) != SEPARATOR_CHAR) {
            return -1;
        }
        for (int i = 0; i < colon; i++) {
            char c = text.charAt(i);
            boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
            boolean other = c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.';
            if (!letter && (i == 0 || !other)) {
                return -1;
            }
        }
        return colon;
    }

    /** The text with its percent codes decoded, or as it is when they cannot be percent codes. */
    private static String decoded(String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        byte[] raw = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < raw.length; i++) {
            if (raw[i] != '%') {
                bytes.write(raw[i]);
                continue;
            }
            int high = i + 2 < raw.length ? Character.digit(raw[i + 1], 16) : -1;
            int low = i + 2 < raw.length ? Character.digit(raw[i + 2], 16) : -1;
            if (high < 0 || low < 0) {
                return text;
            }
            bytes.write(high << 4 | low);
            i += 2;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            // Not the bytes of any text, so these were not percent codes.
            return text;
        }
    }

    private static URI assemble(String scheme, String authority, String path) {
        String clean = normalized(path);
        if (scheme != null && !clean.startsWith(SEPARATOR)) {
            throw new IllegalArgumentException(
                    "The path '"
                            + path
                            + "' with the scheme '"
                            + scheme
                            + "' must begin with '/': a relative path has no scheme.");
        }
        if (authority != null && clean.isEmpty()) {
            clean = SEPARATOR;
        }
        try {
            return new URI(scheme, authority, clean, null, null);
        } catch (URISyntaxException e) {
            // It must not be passed on: it has all of the address.
            throw new IllegalArgumentException(
                    "'"
                            + Addresses.shown(
                                    (scheme == null ? "" : scheme + ":")
                                            + (authority == null ? "" : "//" + authority)
                                            + path)
                            + "' is no path: "
                            + e.getReason()
                            + ".");
        }
    }

    private static String normalized(String path) {
        boolean absolute = path.startsWith(SEPARATOR);
        Deque<String> parts = new ArrayDeque<>();
        int from = 0;
        while (from <= path.length()) {
            int to = path.indexOf(SEPARATOR_CHAR, from);
            String part = path.substring(from, to < 0 ? path.length() : to);
            from = to < 0 ? path.length() + 1 : to + 1;
            if (part.isEmpty() || part.equals(CUR_DIR)) {
                continue;
            }
            if (!part.equals("..")) {
                parts.addLast(part);
            } else if (!parts.isEmpty() && !parts.peekLast().equals("..")) {
                parts.removeLast();
            } else if (!absolute) {
                parts.addLast(part);
            }
        }
        String joined = String.join(SEPARATOR, parts);
        if (absolute) {
            return SEPARATOR + joined;
        }
        // A colon in the first part of a relative name would be read as the end of a scheme.
        return !parts.isEmpty() && parts.peekFirst().indexOf(':') >= 0 ? "./" + joined : joined;
    }

    private static String orEmpty(String text) {
        return text == null ? "" : text;
    }
}
