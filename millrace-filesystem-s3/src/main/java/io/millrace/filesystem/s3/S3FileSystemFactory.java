// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import io.millrace.configuration.Configuration;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.FileSystemFactory;
import io.millrace.spi.NamesSettings;
import java.io.IOException;
import java.net.URI;
import java.util.Collection;

/** Serves the scheme {@code s3}. */
public class S3FileSystemFactory implements FileSystemFactory, NamesSettings {

    private final String scheme;
    private volatile Configuration configuration = new Configuration();

    /** For {@link java.util.ServiceLoader}. */
    public S3FileSystemFactory() {
        this("s3");
    }

    S3FileSystemFactory(String scheme) {
        this.scheme = scheme;
    }

    @Override
    public String getScheme() {
        return scheme;
    }

    @Override
    public void configure(Configuration config) {
        configuration = new Configuration(config);
    }

    @Override
    public boolean knows(String key) {
        return S3Keys.isKnown(key);
    }

    @Override
    public Collection<String> settings() {
        return S3Keys.all();
    }

    /**
     * The file system of a bucket.
     *
     * @throws IOException when the address names none, or a setting cannot be followed
     */
    @Override
    public FileSystem create(URI fsUri) throws IOException {
        S3Settings settings;
        try {
            settings = S3Settings.of(configuration);
        } catch (IllegalConfigurationException e) {
            throw new IOException(e.getMessage(), e);
        }
        return S3FileSystem.of(fsUri, settings);
    }
}
