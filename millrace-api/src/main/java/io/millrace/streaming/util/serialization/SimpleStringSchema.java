// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.util.serialization;

import io.millrace.annotation.PublicEvolving;
import java.nio.charset.Charset;

/** First name of {@link io.millrace.api.common.serialization.SimpleStringSchema}. */
@PublicEvolving
public class SimpleStringSchema extends io.millrace.api.common.serialization.SimpleStringSchema
        implements SerializationSchema<String>, DeserializationSchema<String> {

    private static final long serialVersionUID = 1L;

    public SimpleStringSchema() {}

    public SimpleStringSchema(Charset charset) {
        super(charset);
    }
}
