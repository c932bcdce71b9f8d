// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

/** Another key under which an option is looked for when it is not set under its own. */
public class FallbackKey {

    private final String key;
    private final boolean isDeprecated;

    private FallbackKey(String key, boolean isDeprecated) {
        this.key = key;
        this.isDeprecated = isDeprecated;
    }

    /** A key that is as good. */
    static FallbackKey createFallbackKey(String key) {
        return new FallbackKey(key, false);
    }

    /** A key of old, whose use is warned of. */
    static FallbackKey createDeprecatedKey(String key) {
        return new FallbackKey(key, true);
    }

    /** The key. */
    public String getKey() {
        return key;
    }

    /** Whether its use is warned of. */
    public boolean isDeprecated() {
        return isDeprecated;
    }

    @Override
    public boolean equals(Object o) {
        return this == o
                || (o instanceof FallbackKey other
                        && other.key.equals(key)
                        && other.isDeprecated == isDeprecated);
    }

    @Override
    public int hashCode() {
        return 31 * key.hashCode() + (isDeprecated ? 1 : 0);
    }

    @Override
    public String toString() {
        return "{key=" + key + ", isDeprecated=" + isDeprecated + '}';
    }
}
