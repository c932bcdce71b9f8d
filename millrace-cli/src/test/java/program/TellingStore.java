// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package program;

import io.millrace.configuration.Configuration;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.FileSystemFactory;
import io.millrace.spi.NamesSettings;
import java.io.IOException;
import java.net.URI;
import java.util.Collection;
import java.util.List;

/** A module of a store that is given to one program: it knows one setting. */
public final class TellingStore implements FileSystemFactory, NamesSettings {

    private Configuration settings = new Configuration();

    @Override
    public String getScheme() {
        return "s3";
    }

    @Override
    public void configure(Configuration config) {
        settings = config;
    }

    @Override
    public FileSystem create(URI fsUri) throws IOException {
        for (String key : settings.keySet()) {
            if (key.startsWith("s3.") && !knows(key)) {
                throw new IllegalConfigurationException("The setting " + key + " is not known.");
            }
        }
        throw new IOException("nothing answers");
    }

    @Override
    public boolean knows(String key) {
        return settings().contains(key);
    }

    @Override
    public Collection<String> settings() {
        return List.of("s3.endpoint");
    }
}
