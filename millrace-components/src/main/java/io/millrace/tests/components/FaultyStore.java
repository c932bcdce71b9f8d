// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.components;

import java.io.IOException;
import java.util.List;

/** A stand-in for an object store, which can be told to fail. */
public interface FaultyStore extends AutoCloseable {

    /** Every k-th request fails, and nothing is done; 0 for none. */
    void failEvery(long k);

    /** Each request takes so long. */
    void slow(long millis);

    /** Nobody answers any more; what it holds stays. */
    void goAway();

    void comeBack() throws IOException;

    /** All requests so far. */
    List<String> requests();

    /** Those that failed. */
    List<String> failed();

    @Override
    void close();
}
