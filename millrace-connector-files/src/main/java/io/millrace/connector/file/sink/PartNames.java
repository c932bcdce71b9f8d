// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.streaming.api.functions.sink.filesystem.OutputFileConfig;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;

/**
 * The names of the files of one writer, and whose they are when they are found again.
 *
 * <p>A file is called {@code <prefix>-<writer>-<number><suffix>}. The writer part looks like a UUID
 * and says two things. Its first half is the same for all attempts of one writer of one job: a
 * digest of the job's id and of the writer's <em>lineage</em>, a name that its checkpoints carry
 * on. Its second half is random for each attempt. The number counts the files of the lineage, over
 * all buckets and attempts; a checkpoint holds the next one.
 *
 * <p>From this follows:
 *
 * <ul>
 *   <li>no two files ever have the same name, whatever was restored from where, since no two
 *       attempts have the same second half, and within an attempt no number comes twice, however
 *       often a bucket falls silent and comes back;
 *   <li>after restoring a checkpoint with the next number <i>n</i>, an unfinished file of the same
 *       job and lineage with a number of at least <i>n</i> was begun after that checkpoint. Nothing
 *       the checkpoint holds refers to it, its records come again, and so it can go. All others
 *       stay: those with smaller numbers may be waiting for their commit, those of another lineage
 *       belong to another subtask or sink, and those of another job, which may be running, have
 *       another first half even if both were started from the same checkpoint;
 *   <li>what is hidden beside a finished file, under its name, is left of it, whoever wrote it: the
 *       file is finished once, and whole.
 * </ul>
 */
final class PartNames {

    /** What file systems put between the name of a hidden file and something random. */
    private static final String UNFINISHED = ".inprogress.";

    private static final int UUID_LENGTH = 36;

    private final String prefix;
    private final String suffix;
    private final String jobId;
    private final UUID writer;

    private PartNames(OutputFileConfig config, String jobId, UUID writer) {
        this.prefix = config.getPartPrefix() + "-";
        this.suffix = config.getPartSuffix();
        this.jobId = jobId;
        this.writer = writer;
    }

    /**
     * @param attempt anything that no other attempt has
     */
    static PartNames of(OutputFileConfig config, String jobId, String lineage, UUID attempt) {
        return new PartNames(
                config,
                jobId,
                new UUID(firstHalf(jobId, lineage), attempt.getLeastSignificantBits()));
    }

    String name(long number) {
        return prefix + writer + "-" + number + suffix;
    }

    /**
     * Whether this is an unfinished file that an earlier attempt began after the checkpoint that
     * these are of.
     */
    boolean isLeftover(String fileName, List<NumberingState> restored) {
        return !isUnfinishedOfThisAttempt(fileName, 0)
                && restored.stream()
                        .anyMatch(of -> isUnfinished(fileName, of.lineage(), of.nextNumber()));
    }

    /**
     * Whether this is what is left of a finished file.
     *
     * @param present the names of all files that are there
     */
    boolean isFinished(String fileName, Set<String> present) {
        int end = fileName.lastIndexOf(UNFINISHED);
        return end > 0 && matches(fileName, "", 0) && present.contains(fileName.substring(1, end));
    }

    /**
     * Whether this is an unfinished file of the job and lineage, of any attempt, with at least this
     * number.
     */
    private boolean isUnfinished(String fileName, String lineage, long fromNumber) {
        return matches(
                fileName,
                new UUID(firstHalf(jobId, lineage), 0).toString().substring(0, 18),
                fromNumber);
    }

    /** Whether this is an unfinished file of this very attempt with at least this number. */
    boolean isUnfinishedOfThisAttempt(String fileName, long fromNumber) {
        return matches(fileName, writer.toString(), fromNumber);
    }

    private boolean matches(String fileName, String writerPrefix, long fromNumber) {
        String start = "." + prefix;
        String hidden = fileName;
        int end = fileName.lastIndexOf(UNFINISHED);
        if (end < 0 && prefix.startsWith(".")) {
            // Files that are compacted have a hidden name when they are finished, too.
            hidden = "." + fileName;
            end = hidden.length();
        }
        if (end < 0 || !hidden.startsWith(start + writerPrefix)) {
            return false;
        }
        String visible = hidden.substring(0, end);
        int numberStart = start.length() + UUID_LENGTH + 1;
        int numberEnd = visible.length() - suffix.length();
        if (!visible.endsWith(suffix)
                || numberEnd <= numberStart
                || visible.charAt(numberStart - 1) != '-') {
            return false;
        }
        String number = visible.substring(numberStart, numberEnd);
        if (number.length() > 18 || !number.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return false;
        }
        return Long.parseLong(number) >= fromNumber;
    }

    private static long firstHalf(String jobId, String lineage) {
        String both = jobId.toLowerCase(Locale.ROOT) + "/" + lineage;
        return UUID.nameUUIDFromBytes(both.getBytes(StandardCharsets.UTF_8))
                .getMostSignificantBits();
    }
}
