// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.serialization;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;

/** Writes records to a file, one after the other. */
public interface Encoder<IN> extends Serializable {

    /** Appends one record. */
    void encode(IN element, OutputStream stream) throws IOException;
}
