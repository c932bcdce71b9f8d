// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs;

import java.io.IOException;

/** No file system is known for the scheme of an address. */
public class UnsupportedFileSystemSchemeException extends IOException {

    private static final long serialVersionUID = 1L;

    public UnsupportedFileSystemSchemeException(String message) {
        super(message);
    }

    public UnsupportedFileSystemSchemeException(String message, Throwable cause) {
        super(message, cause);
    }
}
