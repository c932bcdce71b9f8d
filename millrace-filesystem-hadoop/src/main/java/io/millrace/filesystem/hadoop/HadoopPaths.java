// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import io.millrace.core.fs.Path;
import io.millrace.spi.Addresses;
import java.net.URI;
import java.net.URISyntaxException;

/**
 * Paths of Hadoop's for ours, and back. One without a host belongs to the store it is asked of; one
 * with another host is left to Hadoop's client to refuse.
 *
 * @param store scheme and host
 */
record HadoopPaths(URI store) {

    org.apache.hadoop.fs.Path theirs(Path path) {
        URI uri = path.toUri();
        if (uri.getAuthority() != null) {
            return new org.apache.hadoop.fs.Path(uri);
        }
        try {
            return new org.apache.hadoop.fs.Path(
                    path.isAbsolute()
                            ? new URI(
                                    store.getScheme(),
                                    store.getAuthority(),
                                    path.getPath(),
                                    null,
                                    null)
                            : new URI(null, null, path.getPath(), null, null));
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(
                    "'" + Addresses.shown(path) + "' is no path of " + Addresses.shown(store), e);
        }
    }

    static Path ours(org.apache.hadoop.fs.Path path) {
        return new Path(path.toUri());
    }
}
