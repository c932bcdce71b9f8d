// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import org.objectweb.asm.ClassReader;

/** Class files, opened; those that can't be read say why. */
final class ClassFiles {

    private ClassFiles() {}

    /**
     * Opens one.
     *
     * @throws RenameException if it is none, or one of a newer Java than is known here
     */
    static ClassReader reader(byte[] classFile) {
        try {
            return new ClassReader(classFile);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new RenameException(
                    "Not a class file, or one of a newer Java than is known here: "
                            + e.getMessage(),
                    e);
        }
    }

    /** The same; null if it can't be read. */
    static ClassReader readerOrNull(byte[] classFile) {
        try {
            return reader(classFile);
        } catch (RenameException e) {
            return null;
        }
    }
}
