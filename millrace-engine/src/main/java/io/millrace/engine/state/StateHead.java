// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

/**
 * What a file of state says of one state before its entries: all that is needed to read them.
 *
 * @param name the state's name, or that of the timers
 * @param kind as in {@link StateSummary#kind()}
 * @param keyType type of the keys; null for operator state
 * @param keyShape of the keys; null for operator state
 * @param type logical type of the values
 * @param shape of the values
 * @param namespaces type of the namespaces
 */
public record StateHead(
        String name,
        String kind,
        String keyType,
        StateShape keyShape,
        String type,
        StateShape shape,
        NamespaceType namespaces) {

    /** Whether its entries begin with a key. */
    public boolean isKeyed() {
        return keyType != null;
    }
}
