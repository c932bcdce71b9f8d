// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.spi.JobOwner;
import io.millrace.streaming.api.functions.sink.filesystem.OutputFileConfig;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/**
 * The names of the files of one writer, and whose they are when they are found again.
 *
 * <p>A file is called {@code <prefix>-<writer>-<number><suffix>}. The writer part looks like a UUID
 * and says three things. Its first half is the same for all attempts of one writer of one job: a
 * digest of the job's id and of the writer's <em>lineage</em>, a name that its checkpoints carry
 * on. Its second half differs for each attempt, and begins with the number of the <em>owner</em>:
 * the process that runs the job, where one may be taken for dead that is not ({@link JobOwner}). In
 * a job without owners it is random, as in releases that knew none, and that counts as number 0.
 * The number at the end counts the files of the lineage, over all buckets and attempts; a
 * checkpoint holds the next one.
 *
 * <p>From this follows:
 *
 * <ul>
 *   <li>no two files ever have the same name, whatever was restored from where, since no two
 *       attempts have the same second half, and within an attempt no number comes twice, however
 *       often a bucket falls silent and comes back;
 *   <li>after restoring a checkpoint with the next number <i>n</i>, an unfinished file of the same
 *       job and lineage with a number of at least <i>n</i>, begun by this owner or one before, was
 *       begun after that checkpoint. Nothing the checkpoint holds refers to it, its records come
 *       again, and so it can go. All others stay: those with smaller numbers may be waiting for
 *       their commit, those of another lineage belong to another subtask or sink, and those of
 *       another job, which may be running, have another first half even if both were started from
 *       the same checkpoint;
 *   <li>one of an owner that came later stays, too. This attempt may have been stopped long enough
 *       to be replaced, and does not know it yet; that file may wait for its commit;
 *   <li>what is hidden beside a finished file, under its name, is left of it, whoever wrote it: the
 *       file is finished once, and whole.
 * </ul>
 */
final class PartNames {

    /** What file systems put between the name of a hidden file and something random. */
    private static final String UNFINISHED = ".inprogress.";

    private static final int UUID_LENGTH = 36;

    /** Length of the second half of a UUID, with the dash in it. */
    private static final int HALF = 17;

    private static final int OWNER_SHIFT = 32;

    private final String prefix;
    private final String suffix;
    private final String jobId;
    private final long owner;
    private final UUID writer;

    private PartNames(OutputFileConfig config, String jobId, long owner, UUID writer) {
        this.prefix = config.getPartPrefix() + "-";
        this.suffix = config.getPartSuffix();
        this.jobId = jobId;
        this.owner = owner;
        this.writer = writer;
    }

    /**
     * @param owner number of the process, 0 for none
     * @param attempt which try of this process it is
     * @param chance random, of version 4
     */
    static PartNames of(
            OutputFileConfig config,
            String jobId,
            String lineage,
            long owner,
            int attempt,
            UUID chance) {
        return new PartNames(
                config,
                jobId,
                owner,
                new UUID(firstHalf(jobId, lineage), secondHalf(owner, attempt, chance)));
    }

    /** An owner's begins with a zero bit, which no random one does. */
    private static long secondHalf(long owner, int attempt, UUID chance) {
        long random = chance.getLeastSignificantBits();
        return owner == 0
                ? random
                : (long) Math.toIntExact(owner) << OWNER_SHIFT
                        | (attempt & 0xFFFFL) << 16
                        | random & 0xFFFFL;
    }

    String name(long number) {
        return prefix + writer + "-" + number + suffix;
    }

    /**
     * Whether this is an unfinished file that an earlier attempt, of this owner or one before,
     * began after the checkpoint that these are of.
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
        OptionalLong by = ownerOf(visible.substring(numberStart - 1 - HALF, numberStart - 1));
        if (by.isEmpty() || by.getAsLong() > owner) {
            return false;
        }
        String number = visible.substring(numberStart, numberEnd);
        if (number.length() > 18 || !number.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return false;
        }
        return Long.parseLong(number) >= fromNumber;
    }

    /** The owner that a writer's second half names; empty where it is no such half. */
    private static OptionalLong ownerOf(String secondHalf) {
        String digits = secondHalf.replace("-", "");
        if (digits.length() != 2 * Long.BYTES
                || !digits.chars().allMatch(c -> Character.digit(c, 16) >= 0)) {
            return OptionalLong.empty();
        }
        long half = Long.parseUnsignedLong(digits, 16);
        return OptionalLong.of(half < 0 ? 0 : half >>> OWNER_SHIFT);
    }

    private static long firstHalf(String jobId, String lineage) {
        String both = jobId.toLowerCase(Locale.ROOT) + "/" + lineage;
        return UUID.nameUUIDFromBytes(both.getBytes(StandardCharsets.UTF_8))
                .getMostSignificantBits();
    }
}
