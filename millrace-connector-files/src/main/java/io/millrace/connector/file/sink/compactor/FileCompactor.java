// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink.compactor;

import io.millrace.annotation.Internal;
import java.io.Serializable;

/**
 * Makes one file of several: an {@link OutputStreamBasedFileCompactor} from their bytes, a {@link
 * RecordWiseFileCompactor} from the records in them.
 */
@Internal
public interface FileCompactor extends Serializable {}
