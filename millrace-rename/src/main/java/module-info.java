// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Renames compiled code between Flink's package prefix and Millrace's. Knows no engine. */
module io.millrace.rename {
    requires org.objectweb.asm;
    requires org.objectweb.asm.commons;
    requires org.objectweb.asm.tree;

    exports io.millrace.rename;
}
