// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.core.memory.DataInputView;
import java.io.IOException;

/**
 * Reads what a canonical file has behind the key of an entry, as it was written, into objects of
 * today's classes.
 */
interface Reading<V> {
    V read(DataInputView in) throws IOException;
}
