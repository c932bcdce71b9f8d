// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.flink;

import io.millrace.configuration.Configuration;
import io.millrace.configuration.PipelineOptions;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Class names in the values of settings: as the program's own constants have it, they are called by
 * their names here, so that what the program compares and looks up is one name. Only of classes
 * that are here: anything else that begins as Flink's names do, a topic, say, means something else.
 * Parameters of the job are the program's own affair, and stay.
 */
final class SettingNames {

    /** A class, or several in a list. */
    private static final Pattern FLINKS =
            Pattern.compile("(?<![\\w.$/-])org\\.apache\\.flink(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)+");

    private SettingNames() {}

    static void rename(Configuration configuration, FlinkNames names) {
        for (Map.Entry<String, String> setting : configuration.toMap().entrySet()) {
            String value = setting.getValue();
            String renamed =
                    isOfJob(setting.getKey())
                            ? value
                            : FLINKS.matcher(value)
                                    .replaceAll(
                                            found ->
                                                    Matcher.quoteReplacement(
                                                            name(found.group(), names)));
            if (!renamed.equals(value)) {
                configuration.setString(setting.getKey(), renamed);
            }
        }
    }

    private static boolean isOfJob(String key) {
        String parameters = PipelineOptions.GLOBAL_JOB_PARAMETERS.key();
        return key.equals(parameters) || key.startsWith(parameters + ".");
    }

    private static String name(String flinks, FlinkNames names) {
        String here = names.toMillrace().className(flinks);
        return names.isHere(here.replace('.', '/')) ? here : flinks;
    }
}
