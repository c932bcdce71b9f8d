// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** The launcher. */
module io.millrace.cli {
    requires info.picocli;
    requires io.millrace.api;
    requires io.millrace.engine;
    requires org.slf4j;
    requires org.snakeyaml.engine;

    // picocli fills the fields of the command classes.
    opens io.millrace.cli to
            info.picocli;
}
