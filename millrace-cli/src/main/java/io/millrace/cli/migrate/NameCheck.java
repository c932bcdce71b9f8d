// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.migrate;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Looks whether what a source names is here: imports and other qualified names. */
final class NameCheck {

    private final Names names;

    NameCheck(Names names) {
        this.names = names;
    }

    /**
     * @param source after the migration
     */
    List<Finding> findings(String file, String source, boolean java) {
        List<Finding> findings = new ArrayList<>();
        Set<String> told = new HashSet<>();
        for (NameInCode name : SourceText.namesInCode(source, java)) {
            String missing = missing(name, java);
            int line = Edits.line(source, name.offset());
            if (missing != null && told.add(line + missing)) {
                findings.add(new Finding(file, line, text(missing)));
            }
        }
        return findings;
    }

    /** What of it is not here; null if it is. */
    private String missing(NameInCode found, boolean java) {
        String name = found.name();
        if (found.use() == NameInCode.Use.PACKAGE || names.isInOwnPackage(name)) {
            return null;
        }
        String type = names.classIn(name);
        return switch (found.use()) {
            case PACKAGE -> null;
            case WILDCARD ->
                    names.isPackage(name) || name.equals(type) || !java && type != null
                            ? null
                            : name + ".*";
            // Kotlin and Scala import members, too, and Scala packages; of these their compilers
            // know more.
            case IMPORT ->
                    name.equals(type) || !java && (type != null || names.exists(name))
                            ? null
                            : name;
            case STATIC_IMPORT, QUALIFIED -> type != null || names.exists(name) ? null : name;
        };
    }

    private String text(String missing) {
        String name = missing.replaceAll("\\.\\*$", "");
        String instead = names.absences().instead(Names.flinks(name));
        if (instead == null) {
            String parent = name.contains(".") ? name.substring(0, name.lastIndexOf('.')) : name;
            instead = names.absences().instead(Names.flinks(parent));
        }
        return instead == null ? missing + " is not here" : missing + " is not here: " + instead;
    }
}
