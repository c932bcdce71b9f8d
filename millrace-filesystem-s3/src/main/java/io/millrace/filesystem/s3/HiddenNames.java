// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The names under which unfinished things are found, as on a disk: {@code .name.inprogress.random}
 * beside {@code name}. So whoever cleans up behind a crash, by these names, does it here too.
 *
 * <p>Two kinds of things bear them. The <em>pieces</em> of a file that can be taken up again are
 * objects. An <em>unfinished upload</em> is none: a store lists uploads elsewhere, and the file
 * system shows each as a hidden file whose random part is the upload's id, and gives it up when
 * that file is deleted.
 */
final class HiddenNames {

    private static final String UNFINISHED = ".inprogress.";

    private HiddenNames() {}

    /** What the keys of all pieces of one writer of an object begin with. */
    static String pieces(String key, String writer) {
        return beside(key) + writer + "-";
    }

    /** The name of an unfinished upload, beside its key. */
    static String ofUpload(String key, String id) {
        return beside(key) + encoded(id);
    }

    private static String beside(String key) {
        int slash = key.lastIndexOf('/') + 1;
        return key.substring(0, slash) + "." + key.substring(slash) + UNFINISHED;
    }

    /** The upload that a key may mean; empty where it is spelled otherwise. */
    static Optional<S3Store.Upload> upload(String key) {
        int slash = key.lastIndexOf('/') + 1;
        int end = key.lastIndexOf(UNFINISHED);
        if (end <= slash + 1 || key.charAt(slash) != '.') {
            return Optional.empty();
        }
        return Optional.of(
                new S3Store.Upload(
                        key.substring(0, slash) + key.substring(slash + 1, end),
                        decoded(key.substring(end + UNFINISHED.length())),
                        0));
    }

    /** Ids may hold anything; a name may hold no slash. */
    private static String encoded(String id) {
        StringBuilder text = new StringBuilder();
        for (byte b : id.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            boolean plain =
                    c >= 'a' && c <= 'z'
                            || c >= 'A' && c <= 'Z'
                            || c >= '0' && c <= '9'
                            || "._-~".indexOf(c) >= 0;
            if (plain) {
                text.append(c);
            } else {
                text.append(String.format("%%%02X", (int) c));
            }
        }
        return text.toString();
    }

    private static String decoded(String text) {
        byte[] bytes = new byte[text.length()];
        int count = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%' && i + 2 < text.length()) {
                int high = Character.digit(text.charAt(i + 1), 16);
                int low = Character.digit(text.charAt(i + 2), 16);
                if (high >= 0 && low >= 0) {
                    bytes[count++] = (byte) (high << 4 | low);
                    i += 2;
                    continue;
                }
            }
            bytes[count++] = (byte) c;
        }
        return new String(bytes, 0, count, StandardCharsets.UTF_8);
    }
}
