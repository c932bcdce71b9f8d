// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/**
 * For commands that read files of jobs and start none: what is set of the stores where those lie,
 * by the file of settings, as jobs take it from there, and by {@code -D}.
 */
public final class StoreOptions {

    @Option(
            names = "-D",
            paramLabel = "key=value",
            description =
                    "A setting, such as those of a store where the files lie. Wins over the file of"
                            + " settings.")
    private Map<String, String> settings = new LinkedHashMap<>();

    /** Whether any was given by -D. */
    public boolean areGiven() {
        return !settings.isEmpty();
    }

    /**
     * Has the file systems of this process follow the settings.
     *
     * @throws UsageException if they can't be read
     */
    public void initializeFileSystems(Surroundings surroundings) {
        LauncherSettings all = new LauncherSettings(surroundings);
        all.addFile();
        all.add(LauncherSettings.typed(settings));
        RunCommand.initializeFileSystems(all.configuration());
    }
}
