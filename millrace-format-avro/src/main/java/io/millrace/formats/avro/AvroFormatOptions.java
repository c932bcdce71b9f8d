// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.formats.avro;

import static io.millrace.configuration.description.TextElement.text;

import io.millrace.annotation.Internal;
import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.DescribedEnum;
import io.millrace.configuration.description.InlineElement;

/** How Avro messages are written. */
@PublicEvolving
public class AvroFormatOptions {

    private AvroFormatOptions() {}

    /** Avro's two encodings. */
    @PublicEvolving
    public enum AvroEncoding implements DescribedEnum {
        /** Compact. */
        BINARY("binary", text("Avro's binary encoding: small and fast.")),
        /** Readable. */
        JSON("json", text("Avro's JSON encoding, for people who read messages."));

        private final String value;
        private final InlineElement description;

        AvroEncoding(String value, InlineElement description) {
            this.value = value;
            this.description = description;
        }

        /** As it is written in a configuration. */
        @Override
        public String toString() {
            return value;
        }

        @Internal
        @Override
        public InlineElement getDescription() {
            return description;
        }
    }
}
