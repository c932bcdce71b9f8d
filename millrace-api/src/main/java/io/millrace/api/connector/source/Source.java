// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source;

import io.millrace.annotation.Public;
import io.millrace.core.io.SimpleVersionedSerializer;

/**
 * A source in two parts: one enumerator, which finds the splits of the input and deals them out,
 * and one reader per subtask, which reads them. The enumerator's state and the readers' splits are
 * in every checkpoint.
 *
 * @param <T> what is read
 * @param <SplitT> a part of the input
 * @param <EnumChkT> what an enumerator remembers
 */
@Public
public interface Source<T, SplitT extends SourceSplit, EnumChkT>
        extends SourceReaderFactory<T, SplitT> {

    Boundedness getBoundedness();

    /** A new enumerator for a fresh start. */
    SplitEnumerator<SplitT, EnumChkT> createEnumerator(SplitEnumeratorContext<SplitT> enumContext)
            throws Exception;

    /** A new enumerator that goes on from a checkpoint. */
    SplitEnumerator<SplitT, EnumChkT> restoreEnumerator(
            SplitEnumeratorContext<SplitT> enumContext, EnumChkT checkpoint) throws Exception;

    SimpleVersionedSerializer<SplitT> getSplitSerializer();

    SimpleVersionedSerializer<EnumChkT> getEnumeratorCheckpointSerializer();
}
