// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state;

import io.millrace.api.common.state.State;

/**
 * What is done with a keyed state under each of its keys.
 *
 * @param <K> keys
 * @param <S> the state
 */
public interface KeyedStateFunction<K, S extends State> {

    /**
     * Called once per key that has an entry. The key is the current one meanwhile, for this state
     * and for all other keyed state of the operator.
     *
     * @param state under this key; may be changed and cleared
     */
    void process(K key, S state) throws Exception;
}
