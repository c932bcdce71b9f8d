// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.serialization;

import io.millrace.annotation.PublicEvolving;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;

/**
 * Writes records one behind the other into a stream.
 *
 * @param <IN> the records
 */
@PublicEvolving
public interface Encoder<IN> extends Serializable {

    /** Writes one record; must not close the stream. */
    void encode(IN element, OutputStream stream) throws IOException;
}
