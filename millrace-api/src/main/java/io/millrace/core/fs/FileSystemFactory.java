// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs;

import io.millrace.annotation.PublicEvolving;
import io.millrace.core.plugin.Plugin;
import java.io.IOException;
import java.net.URI;

/** Makes the file system for one scheme; found by {@link java.util.ServiceLoader}. */
@PublicEvolving
public interface FileSystemFactory extends Plugin {

    /** The scheme in lower case, {@code file} for example. */
    String getScheme();

    /** The file system that the address names: its authority may pick a host or a bucket. */
    FileSystem create(URI fsUri) throws IOException;
}
