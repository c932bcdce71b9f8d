// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import java.net.URI;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Addresses as people may see them: what stands before the {@code @} of one can be a password, and
 * messages are logged, kept and sent around. All that prints a path or URI a user has given prints
 * it by this class.
 */
public final class Addresses {

    /** What is shown in the place of what must not be. */
    private static final String HIDDEN = "******";

    /** Before the {@code @} of these is a name that they need, if no password comes with it. */
    private static final Set<String> NAMED =
            Set.of("hdfs", "webhdfs", "swebhdfs", "viewfs", "abfs", "abfss", "wasb", "wasbs");

    /**
     * Up to the last {@code @} before the path. A secret may hold a slash, as many of S3 do: then
     * what seems to be a port is none, and an {@code @} comes later.
     */
    private static final Pattern WITH_USER =
            Pattern.compile(
                    "(?<![A-Za-z0-9+.-])([A-Za-z][A-Za-z0-9+.-]*)://"
                            + "(?:([^/?#\\s]*)@|([^/?#\\s@\\[]*:(?!\\d*(?:[/?#\\s;,'\"]|$))\\S*)@)");

    private Addresses() {}

    /** A path, a URI or a text with some in it, with what stands before each {@code @} masked. */
    public static String shown(Object address) {
        String text = String.valueOf(address);
        if (text.indexOf('@') < 0) {
            return text;
        }
        return WITH_USER.matcher(text).replaceAll(found -> Matcher.quoteReplacement(masked(found)));
    }

    /** The same of several. */
    public static String shown(Object[] addresses) {
        return Arrays.stream(addresses)
                .map(Addresses::shown)
                .collect(Collectors.joining(", ", "[", "]"));
    }

    /** Whether somebody has written a secret into this, or what must be taken for one. */
    public static boolean holdsCredentials(URI address) {
        String text = address.toString();
        return !shown(text).equals(text);
    }

    private static String masked(MatchResult found) {
        String scheme = found.group(1).toLowerCase(Locale.ROOT);
        String user = found.group(2);
        boolean named = user != null && NAMED.contains(scheme) && isPlain(user);
        return named ? found.group() : found.group(1) + "://" + HIDDEN + "@";
    }

    private static boolean isPlain(String user) {
        return user.indexOf(':') < 0
                && user.indexOf('@') < 0
                && !user.toLowerCase(Locale.ROOT).contains("%3a");
    }
}
