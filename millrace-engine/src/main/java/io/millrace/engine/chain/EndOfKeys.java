// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.chain;

import java.util.ArrayList;
import java.util.List;

/**
 * In a batch job the records of a keyed operator come key by key, and after the last one of a key
 * its time is over: event time reaches its end, timers fire, results that were held go out. Who has
 * something to do then registers here. Used by the operator's task only.
 */
public final class EndOfKeys {

    /** Has something to do at the end of each key. The key is still set. */
    public interface Hook {

        /** The key has no more records; true when anything was done. */
        boolean endKey() throws Exception;

        /** All have ended the key; another one begins. */
        default void beginKey() {}
    }

    private final List<Hook> hooks = new ArrayList<>();

    public void add(Hook hook) {
        hooks.add(hook);
    }

    /** Ends the key: until nobody has anything left to do. */
    public void end() throws Exception {
        boolean any = true;
        while (any) {
            any = false;
            for (int i = 0; i < hooks.size(); i++) {
                any |= hooks.get(i).endKey();
            }
        }
        hooks.forEach(Hook::beginKey);
    }
}
