// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.checkpoint;

import io.millrace.cli.UsageException;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The program's jars, for values that only its classes can read. */
final class ClassPath implements AutoCloseable {

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();
    private final URLClassLoader loader;

    /**
     * Opens them; the thread finds classes there until this is closed.
     *
     * @throws UsageException one of them is not there
     */
    ClassPath(List<Path> jars) {
        URL[] urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            if (!Files.isReadable(jars.get(i))) {
                throw new UsageException("There is no jar that can be read at " + jars.get(i));
            }
            try {
                urls[i] = jars.get(i).toAbsolutePath().toUri().toURL();
            } catch (MalformedURLException e) {
                throw new UsageException(
                        "The path " + jars.get(i) + " can't be written as a URL", e);
            }
        }
        loader = new URLClassLoader("program", urls, ClassPath.class.getClassLoader());
        Thread.currentThread().setContextClassLoader(loader);
    }

    ClassLoader loader() {
        return loader;
    }

    @Override
    public void close() throws IOException {
        Thread.currentThread().setContextClassLoader(before);
        loader.close();
    }
}
