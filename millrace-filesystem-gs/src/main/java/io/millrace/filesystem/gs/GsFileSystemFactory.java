// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import io.millrace.configuration.Configuration;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.FileSystemFactory;
import io.millrace.spi.NamesSettings;
import java.io.IOException;
import java.net.URI;
import java.util.Collection;

/** Serves the scheme {@code gs}. */
public final class GsFileSystemFactory implements FileSystemFactory, NamesSettings {

    private volatile Configuration configuration = new Configuration();

    /** For {@link java.util.ServiceLoader}. */
    public GsFileSystemFactory() {}

    @Override
    public String getScheme() {
        return "gs";
    }

    @Override
    public void configure(Configuration config) {
        configuration = new Configuration(config);
    }

    @Override
    public boolean knows(String key) {
        return GsKeys.isKnown(key);
    }

    @Override
    public Collection<String> settings() {
        return GsKeys.all();
    }

    /**
     * The file system of a bucket.
     *
     * @throws IOException when the address names none, a setting cannot be followed, or no
     *     credentials are found
     */
    @Override
    public FileSystem create(URI fsUri) throws IOException {
        GsSettings settings;
        try {
            settings = GsSettings.of(configuration);
        } catch (IllegalConfigurationException e) {
            throw new IOException(e.getMessage(), e);
        }
        return GsFileSystem.of(fsUri, settings);
    }
}
