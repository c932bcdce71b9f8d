// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs.local;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;

/**
 * Says why a file name cannot be used. A JVM takes the encoding of file names from the locale it is
 * started in, once and for all: started without one, as by cron, in a container or over ssh, it can
 * express ASCII only, and refuses every other name with an unchecked exception that tells nobody
 * what to do.
 */
final class FileNames {

    private FileNames() {}

    /**
     * The file itself, if this JVM can express its name.
     *
     * @throws IOException naming the file, the encoding and the way out
     */
    static File usable(File file) throws IOException {
        try {
            file.toPath();
            return file;
        } catch (InvalidPathException e) {
            throw new IOException(why(file, e, System.getProperty("sun.jnu.encoding", "")), e);
        }
    }

    /** What to tell of a name that was refused by a JVM with this encoding of file names. */
    static String why(File file, InvalidPathException refusal, String encoding) {
        boolean couldBeAName = file.getPath().indexOf('\0') < 0;
        if (couldBeAName && !encoding.equalsIgnoreCase(StandardCharsets.UTF_8.name())) {
            return "The path "
                    + file
                    + " cannot be expressed in this JVM's encoding of file names, "
                    + encoding
                    + ", because the locale it was started in is not UTF-8. Start it with LC_ALL=C.UTF-8 in its"
                    + " environment (-Dfile.encoding does not help), or use a path of that encoding's characters.";
        }
        return "The path '" + file + "' is none that a file can have: " + refusal.getReason() + ".";
    }
}
