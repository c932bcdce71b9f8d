// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import io.millrace.annotation.PublicEvolving;
import java.util.Locale;

/** Settings that don't fit together, or lack something. */
@PublicEvolving
public class IllegalConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 695506964810499989L;

    /** With a message. */
    public IllegalConfigurationException(String message) {
        super(message);
    }

    /** With a message in the form of {@link String#format}. */
    public IllegalConfigurationException(String format, Object... arguments) {
        super(String.format(Locale.ROOT, format, arguments));
    }

    /** With a message and a cause. */
    public IllegalConfigurationException(String message, Throwable cause) {
        super(message, cause);
    }
}
