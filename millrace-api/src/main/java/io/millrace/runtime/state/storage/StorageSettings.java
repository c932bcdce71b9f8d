// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state.storage;

import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.configuration.ReadableConfig;
import io.millrace.core.fs.Path;

/** What the choices of storage read from settings. */
final class StorageSettings {

    private StorageSettings() {}

    /** The path if there is one, else the one set. */
    static Path pathOr(Path path, ReadableConfig config, ConfigOption<String> option) {
        if (path != null) {
            return path;
        }
        String text = config.get(option);
        if (text == null) {
            return null;
        }
        try {
            return new Path(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalConfigurationException(
                    "The setting '"
                            + option.key()
                            + "' has the value '"
                            + text
                            + "', which is not a path: "
                            + e.getMessage(),
                    e);
        }
    }
}
