// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.Manifest;

/** The manifest of a jar: classes it names are renamed, and sums of what was signed taken out. */
final class Manifests {

    static final String PATH = "META-INF/MANIFEST.MF";

    /** What is started: by Java, by Flink, by an agent's host. */
    private static final List<String> CLASS_NAMES =
            List.of(
                    "Main-Class",
                    "program-class",
                    "Premain-Class",
                    "Agent-Class",
                    "Launcher-Agent-Class");

    private Manifests() {}

    /**
     * @param unsigned whether sums of entries are taken out, for the entries are no longer what was
     *     summed up
     * @return the array itself if nothing is to be changed
     */
    static byte[] rename(Renaming renaming, byte[] content, boolean unsigned) {
        try {
            Manifest manifest = new Manifest(new ByteArrayInputStream(content));
            boolean changed = false;
            Attributes main = manifest.getMainAttributes();
            for (String name : CLASS_NAMES) {
                String value = main.getValue(name);
                if (value != null && !renaming.className(value.strip()).equals(value.strip())) {
                    main.putValue(name, renaming.className(value.strip()));
                    changed = true;
                }
            }
            Map<String, Attributes> sections = manifest.getEntries();
            for (String path : new ArrayList<>(sections.keySet())) {
                Attributes section = sections.get(path);
                if (unsigned && section.keySet().removeIf(key -> isSum(key.toString()))) {
                    changed = true;
                    if (section.isEmpty()) {
                        sections.remove(path);
                        continue;
                    }
                }
                String renamed = renaming.resource(path);
                if (!renamed.equals(path)) {
                    sections.remove(path);
                    sections.put(renamed, section);
                    changed = true;
                }
            }
            if (!changed) {
                return content;
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            manifest.write(out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new RenameException("Not a manifest: " + e.getMessage(), e);
        }
    }

    private static boolean isSum(String attribute) {
        String name = attribute.toUpperCase(Locale.ROOT);
        return name.endsWith("-DIGEST") || name.contains("-DIGEST-") || name.equals("MAGIC");
    }
}
