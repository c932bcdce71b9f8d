// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs;

import io.millrace.annotation.PublicEvolving;

/** How a storage behaves that is spoken to as a file system. */
@PublicEvolving
public enum FileSystemKind {
    /** Real directories, atomic rename, visible at once. */
    FILE_SYSTEM,
    /** Keys and objects that look like files. */
    OBJECT_STORE
}
