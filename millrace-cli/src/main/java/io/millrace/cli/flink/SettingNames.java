// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.flink;

import io.millrace.configuration.Configuration;
import io.millrace.rename.Renaming;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Class names in the values of settings: as the program's own constants have it, they are called by
 * their names here, so that what the program compares and looks up is one name.
 */
final class SettingNames {

    /** A class, or several in a list. */
    private static final Pattern FLINKS =
            Pattern.compile("(?<![\\w.$/-])org\\.apache\\.flink(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)+");

    private SettingNames() {}

    static void rename(Configuration configuration, Renaming renaming) {
        for (Map.Entry<String, String> setting : configuration.toMap().entrySet()) {
            Matcher named = FLINKS.matcher(setting.getValue());
            if (named.find()) {
                configuration.setString(
                        setting.getKey(),
                        named.replaceAll(
                                found ->
                                        Matcher.quoteReplacement(
                                                renaming.className(found.group()))));
            }
        }
    }
}
