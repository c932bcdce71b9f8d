// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

/**
 * Where the pieces of pending objects lie. As on a disk they are found beside what they will be,
 * under {@code .name.inprogress.random}, so whoever cleans up behind a crash, by these names, does
 * it here too. Settings of Flink's can put them elsewhere, where nobody finds them but their own
 * commit.
 */
final class HiddenNames {

    private static final String UNFINISHED = ".inprogress";

    private HiddenNames() {}

    /**
     * Where the pieces of one writer of an object are.
     *
     * @param prefix what their keys begin with, and no other's
     */
    record Place(String bucket, String prefix) {}

    static Place pieces(GsSettings settings, String bucket, String key, String writer) {
        String other = settings.temporaryBucket();
        if (settings.entropy()) {
            // The writer's mark is random.
            return new Place(
                    other == null ? bucket : other,
                    writer + UNFINISHED + "/" + bucket + "/" + key + "/");
        }
        if (other != null && !other.equals(bucket)) {
            return new Place(other, UNFINISHED + "/" + bucket + "/" + key + "/" + writer + "-");
        }
        int slash = key.lastIndexOf('/') + 1;
        return new Place(
                bucket,
                key.substring(0, slash)
                        + "."
                        + key.substring(slash)
                        + UNFINISHED
                        + "."
                        + writer
                        + "-");
    }
}
