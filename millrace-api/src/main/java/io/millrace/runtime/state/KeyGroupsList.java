// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state;

/** Some key groups, in order. */
public interface KeyGroupsList extends Iterable<Integer> {

    int getNumberOfKeyGroups();

    /**
     * The key group at a position.
     *
     * @throws IndexOutOfBoundsException when there is none
     */
    int getKeyGroupId(int idx);

    boolean contains(int keyGroupId);
}
