// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs.local;

import java.io.File;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Set;

/**
 * Says which file it was. Of a write that fails the operating system tells only the reason, "No
 * space left on device", and of a program that writes to many places that is no help.
 */
final class LocalFailure {

    private LocalFailure() {}

    /** One act on one file. */
    interface Act {
        void run() throws IOException;
    }

    /**
     * Does it, and names the file if it fails.
     *
     * @param could what could not be done, as in "written"
     */
    static void naming(File file, String could, Act act) throws IOException {
        try {
            act.run();
        } catch (ClosedByInterruptException e) {
            throw e; // the job is being stopped; nothing is wrong with the file
        } catch (ClosedChannelException e) {
            throw new IOException("The stream to " + file + " is closed.", e);
        } catch (FileSystemException e) {
            // Most of them name the file, and say by their class what is wrong.
            if (e.getReason() != null && !advice(file, e.getReason()).isEmpty()) {
                throw named(file, could, e.getReason(), e);
            }
            throw e;
        } catch (IOException e) {
            throw named(file, could, String.valueOf(e.getMessage()), e);
        }
    }

    /** Opens a file, and names it if that fails. */
    static FileChannel opened(File file, Set<StandardOpenOption> how) throws IOException {
        FileChannel[] opened = new FileChannel[1];
        naming(file, "created", () -> opened[0] = FileChannel.open(file.toPath(), how));
        return opened[0];
    }

    private static IOException named(File file, String could, String reason, IOException cause) {
        return new IOException(
                file + " could not be " + could + ": " + reason + "." + advice(file, reason),
                cause);
    }

    private static String advice(File file, String reason) {
        String lower = reason.toLowerCase(Locale.ROOT);
        if (lower.contains("no space left") || lower.contains("quota")) {
            return " The disk or quota that holds "
                    + file.getAbsoluteFile().getParent()
                    + " is full: free some of it, or write elsewhere.";
        }
        if (lower.contains("read-only")) {
            return " Mount it for writing, or write elsewhere.";
        }
        if (lower.contains("input/output error")) {
            return " The disk itself failed; the system's log says more.";
        }
        return "";
    }
}
