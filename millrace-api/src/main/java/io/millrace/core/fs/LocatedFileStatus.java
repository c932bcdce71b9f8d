// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs;

import io.millrace.annotation.Public;

/** A file status that knows where the parts lie. */
@Public
public interface LocatedFileStatus extends FileStatus {

    BlockLocation[] getBlockLocations();
}
