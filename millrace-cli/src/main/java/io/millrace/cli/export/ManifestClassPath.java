// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.export;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.Manifest;

/**
 * What a jar's manifest wants beside the jar: its {@code Class-Path}.
 *
 * @param present the jars and folders that are there, in their order
 * @param missing those that are not, as the manifest has them
 */
record ManifestClassPath(List<Path> present, List<String> missing) {

    /**
     * Of one jar; what the jars that it names want in turn is theirs.
     *
     * @param manifest null if the jar has none
     * @param jar where it lies, for what it says is relative to that
     */
    static ManifestClassPath of(Manifest manifest, Path jar) {
        String named =
                manifest == null
                        ? null
                        : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
        List<Path> present = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (String each : named == null ? new String[0] : named.strip().split("\\s+", 0)) {
            if (each.isEmpty()) {
                continue;
            }
            Path found = null;
            try {
                found = Path.of(jar.toUri().resolve(new URI(each))).normalize();
            } catch (URISyntaxException
                    | IllegalArgumentException
                    | FileSystemNotFoundException e) {
                // As Java's own class path passes over what it can't follow.
            }
            if (found != null && Files.isReadable(found)) {
                present.add(found);
            } else {
                missing.add(each);
            }
        }
        return new ManifestClassPath(List.copyOf(present), List.copyOf(missing));
    }
}
