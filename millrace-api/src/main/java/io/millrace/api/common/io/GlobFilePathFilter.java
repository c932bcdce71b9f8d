// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.io;

import io.millrace.annotation.Internal;
import io.millrace.core.fs.Path;
import java.nio.file.FileSystems;
import java.nio.file.PathMatcher;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Passes over all but what matches a pattern, and of that what matches another one. Patterns are
 * those of {@link java.nio.file.FileSystem#getPathMatcher}, and are held against the whole path.
 */
@Internal
public class GlobFilePathFilter extends FilePathFilter {

    private static final long serialVersionUID = 1L;

    private final List<String> includePatterns;
    private final List<String> excludePatterns;

    private transient List<PathMatcher> includeMatchers;
    private transient List<PathMatcher> excludeMatchers;

    /** Passes over nothing. */
    public GlobFilePathFilter() {
        this(List.of(), List.of());
    }

    /**
     * By patterns.
     *
     * @param includePatterns empty to take all
     * @param excludePatterns win over the others
     */
    public GlobFilePathFilter(List<String> includePatterns, List<String> excludePatterns) {
        this.includePatterns =
                new ArrayList<>(Objects.requireNonNull(includePatterns, "includePatterns"));
        this.excludePatterns =
                new ArrayList<>(Objects.requireNonNull(excludePatterns, "excludePatterns"));
    }

    @Override
    public boolean filterPath(Path filePath) {
        if (includeMatchers == null) {
            includeMatchers = matchers(includePatterns.isEmpty() ? List.of("**") : includePatterns);
            excludeMatchers = matchers(excludePatterns);
        }
        java.nio.file.Path path = Paths.get(filePath.getPath());
        return includeMatchers.stream().noneMatch(matcher -> matcher.matches(path))
                || excludeMatchers.stream().anyMatch(matcher -> matcher.matches(path));
    }

    private static List<PathMatcher> matchers(List<String> patterns) {
        List<PathMatcher> matchers = new ArrayList<>();
        for (String pattern : patterns) {
            matchers.add(FileSystems.getDefault().getPathMatcher("glob:" + pattern));
        }
        return matchers;
    }
}
