// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.flink;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.jar.JarFile;

/**
 * Gives what was made of a file, under the file's own address. Everything else about that address
 * is as without: of a jar it says which jar, and other addresses that are formed from it lead to
 * what lies there.
 */
final class HeldContent extends URLStreamHandler {

    private final URL plain;
    private final byte[] content;

    private HeldContent(URL plain, byte[] content) {
        this.plain = plain;
        this.content = content;
    }

    static URL under(URL address, byte[] content) throws MalformedURLException {
        return new URL(null, address.toExternalForm(), new HeldContent(address, content));
    }

    /** As the address's own handler would, which knows what a path inside of a jar is. */
    @Override
    protected void parseURL(URL url, String text, int start, int limit) {
        try {
            URL parsed = new URL(plain, text);
            setURL(
                    url,
                    parsed.getProtocol(),
                    parsed.getHost(),
                    parsed.getPort(),
                    parsed.getAuthority(),
                    parsed.getUserInfo(),
                    parsed.getPath(),
                    parsed.getQuery(),
                    parsed.getRef());
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e.getMessage(), e); // who made it gets it as it was
        }
    }

    @Override
    protected URLConnection openConnection(URL url) throws IOException {
        URL there = new URL(url.toExternalForm());
        if (!url.getFile().equals(plain.getFile())) {
            return there.openConnection();
        }
        return there.openConnection() instanceof JarURLConnection jar
                ? new OfJar(url, jar)
                : new OfFolder(url);
    }

    private final class OfJar extends JarURLConnection {
        private final JarURLConnection there;

        OfJar(URL url, JarURLConnection there) throws MalformedURLException {
            super(url);
            this.there = there;
        }

        @Override
        public void connect() {
            connected = true;
        }

        @Override
        public JarFile getJarFile() throws IOException {
            there.setUseCaches(getUseCaches());
            return there.getJarFile();
        }

        @Override
        public InputStream getInputStream() {
            return new ByteArrayInputStream(content);
        }

        @Override
        public long getContentLengthLong() {
            return content.length;
        }
    }

    private final class OfFolder extends URLConnection {

        OfFolder(URL url) {
            super(url);
        }

        @Override
        public void connect() {
            connected = true;
        }

        @Override
        public InputStream getInputStream() {
            return new ByteArrayInputStream(content);
        }

        @Override
        public long getContentLengthLong() {
            return content.length;
        }
    }
}
