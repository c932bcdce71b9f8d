// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state.filesystem;

import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.configuration.ReadableConfig;
import io.millrace.core.fs.Path;
import io.millrace.runtime.state.AbstractStateBackend;
import io.millrace.runtime.state.CheckpointStorage;
import java.net.URI;

/**
 * A choice of state backend that also says where checkpoints go.
 *
 * @deprecated choose backend and storage each by itself
 */
@Deprecated
@PublicEvolving
public abstract class AbstractFileStateBackend extends AbstractStateBackend
        implements CheckpointStorage {

    private static final long serialVersionUID = 1L;

    private final Path baseCheckpointPath;
    private final Path baseSavepointPath;

    /** With directories, each of which may be null. */
    protected AbstractFileStateBackend(URI baseCheckpointPath, URI baseSavepointPath) {
        this(
                baseCheckpointPath == null ? null : new Path(baseCheckpointPath),
                baseSavepointPath == null ? null : new Path(baseSavepointPath));
    }

    /** With directories, each of which may be null. */
    protected AbstractFileStateBackend(Path baseCheckpointPath, Path baseSavepointPath) {
        this.baseCheckpointPath = baseCheckpointPath;
        this.baseSavepointPath = baseSavepointPath;
    }

    /** With directories, each taken from settings where it is null. */
    protected AbstractFileStateBackend(
            Path baseCheckpointPath, Path baseSavepointPath, ReadableConfig configuration) {
        this(
                pathOr(
                        baseCheckpointPath,
                        configuration,
                        CheckpointingOptions.CHECKPOINTS_DIRECTORY),
                pathOr(baseSavepointPath, configuration, CheckpointingOptions.SAVEPOINT_DIRECTORY));
    }

    /** Where checkpoints go, null if not known. */
    public Path getCheckpointPath() {
        return baseCheckpointPath;
    }

    /** Where savepoints go that name no target, null if not known. */
    public Path getSavepointPath() {
        return baseSavepointPath;
    }

    private static Path pathOr(Path path, ReadableConfig config, ConfigOption<String> option) {
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
