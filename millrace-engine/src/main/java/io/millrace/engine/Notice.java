// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine;

import org.slf4j.Logger;

/**
 * Something the user should hear about his settings that is no error.
 *
 * @param level how loud
 * @param text what, naming the keys
 */
public record Notice(Level level, String text) {

    /** How loud. */
    public enum Level {
        /** Worth knowing. */
        INFO,
        /** Probably not what was meant. */
        WARN
    }

    static Notice warn(String text) {
        return new Notice(Level.WARN, text);
    }

    static Notice info(String text) {
        return new Notice(Level.INFO, text);
    }

    /** Says it. */
    public void logTo(Logger log) {
        if (level == Level.WARN) {
            log.warn(text);
        } else {
            log.info(text);
        }
    }
}
