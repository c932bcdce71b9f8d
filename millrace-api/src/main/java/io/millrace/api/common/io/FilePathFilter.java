// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.io;

import io.millrace.annotation.PublicEvolving;
import io.millrace.core.fs.Path;
import java.io.Serializable;

/** Says which files and directories are passed over. */
@PublicEvolving
public abstract class FilePathFilter implements Serializable {

    /** What Hadoop calls a file it is still copying ends like this. */
    public static final String HADOOP_COPYING = "_COPYING_";

    private static final long serialVersionUID = 1L;

    /** True for what is passed over. */
    public abstract boolean filterPath(Path filePath);

    /** Passes over names that begin with a dot or an underscore, and files still being copied. */
    public static FilePathFilter createDefaultFilter() {
        return Hidden.INSTANCE;
    }

    private static final class Hidden extends FilePathFilter {

        private static final long serialVersionUID = 1L;
        private static final Hidden INSTANCE = new Hidden();

        @Override
        public boolean filterPath(Path filePath) {
            if (filePath == null) {
                return true;
            }
            String name = filePath.getName();
            return name.startsWith(".") || name.startsWith("_") || name.contains(HADOOP_COPYING);
        }
    }
}
