// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source;

import io.millrace.annotation.Public;
import java.io.Serializable;

/** Makes readers. */
@Public
public interface SourceReaderFactory<T, SplitT extends SourceSplit> extends Serializable {

    /** A new reader without splits. */
    SourceReader<T, SplitT> createReader(SourceReaderContext readerContext) throws Exception;
}
