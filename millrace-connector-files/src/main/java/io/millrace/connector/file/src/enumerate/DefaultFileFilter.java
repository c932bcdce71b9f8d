// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src.enumerate;

import io.millrace.annotation.PublicEvolving;
import io.millrace.core.fs.Path;
import java.util.function.Predicate;

/** Passes over hidden files and directories: names that begin with {@code .} or {@code _}. */
@PublicEvolving
public final class DefaultFileFilter implements Predicate<Path> {

    public DefaultFileFilter() {}

    @Override
    public boolean test(Path path) {
        String name = path.getName();
        return name.isEmpty() || (name.charAt(0) != '.' && name.charAt(0) != '_');
    }
}
