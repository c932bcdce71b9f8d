// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.sink.filesystem;

import io.millrace.annotation.PublicEvolving;
import java.io.Serializable;
import java.util.Objects;

/** How files of a sink are named: {@code <prefix>-<writer>-<number><suffix>}. */
@PublicEvolving
public class OutputFileConfig implements Serializable {

    private static final long serialVersionUID = 1L;

    private final String partPrefix;
    private final String partSuffix;

    public OutputFileConfig(String partPrefix, String partSuffix) {
        this.partPrefix = checked(partPrefix, "prefix");
        this.partSuffix = checked(partSuffix, "suffix");
    }

    public String getPartPrefix() {
        return partPrefix;
    }

    public String getPartSuffix() {
        return partSuffix;
    }

    public static OutputFileConfigBuilder builder() {
        return new OutputFileConfigBuilder();
    }

    private static String checked(String part, String what) {
        if (Objects.requireNonNull(part, what).indexOf('/') >= 0) {
            throw new IllegalArgumentException(
                    "The part "
                            + what
                            + " '"
                            + part
                            + "' contains a '/'. It is a part of a file's name; directories come from the bucket assigner.");
        }
        return part;
    }

    /** Builds an {@link OutputFileConfig}; {@code part} and no suffix unless set. */
    @PublicEvolving
    public static class OutputFileConfigBuilder {

        private String partPrefix = "part";
        private String partSuffix = "";

        private OutputFileConfigBuilder() {}

        public OutputFileConfigBuilder withPartPrefix(String prefix) {
            this.partPrefix = prefix;
            return this;
        }

        /** With its dot, as in {@code .txt}. */
        public OutputFileConfigBuilder withPartSuffix(String suffix) {
            this.partSuffix = suffix;
            return this;
        }

        public OutputFileConfig build() {
            return new OutputFileConfig(partPrefix, partSuffix);
        }
    }
}
