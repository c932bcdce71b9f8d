// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src.reader;

import io.millrace.annotation.PublicEvolving;

/**
 * Lines in UTF-8, by an older name.
 *
 * @deprecated use {@link TextLineInputFormat}
 */
@Deprecated
@PublicEvolving
public class TextLineFormat extends TextLineInputFormat {

    private static final long serialVersionUID = 1L;

    public TextLineFormat() {}

    @Override
    boolean isOurs() {
        return getClass() == TextLineFormat.class;
    }
}
