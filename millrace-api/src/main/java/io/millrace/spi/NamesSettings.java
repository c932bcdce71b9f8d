// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import java.util.Collection;

/**
 * What a factory of file systems may be, too: one that can tell all settings that it reads. A
 * misspelt one is then found when it is set, and not when the store is opened, or never.
 */
public interface NamesSettings {

    /**
     * Whether a key that begins as the store's settings do is one of them, also if it is refused or
     * means nothing.
     */
    boolean knows(String key);

    /** The keys in their first spelling. */
    Collection<String> settings();
}
