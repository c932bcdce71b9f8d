// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import io.millrace.core.fs.FSDataInputStream;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What an owner has found and decided when it took a job directory over. Immutable; {@code
 * docs/formats/layout.md} tells its bytes.
 *
 * @param discounted ids of checkpoints that do not count, whoever completes them: ascending and
 *     apart
 * @param firstId the first that the owner uses itself
 * @param lastId the last of them, unless it reserves more
 */
record OwnerRecord(List<Ids> discounted, long firstId, long lastId) {

    /**
     * How many runs of ids are remembered. The oldest belong to processes that have been replaced
     * so many times that one of them would hardly wake.
     */
    static final int MAX_DISCOUNTED = 64;

    private static final SealedFile.Kind KIND = new SealedFile.Kind("owner-record", 1, 1);
    private static final String DISCOUNTED = "discounted";
    private static final String IDS = "ids";

    /** Where nobody has recorded anything. */
    static final OwnerRecord NONE = new OwnerRecord(List.of(), 1, 0);

    /** Ids from one to another, both of them too. */
    record Ids(long from, long to) {
        boolean contains(long id) {
            return from <= id && id <= to;
        }
    }

    OwnerRecord {
        List<Ids> apart = new ArrayList<>();
        for (Ids next :
                discounted.stream().sorted((a, b) -> Long.compare(a.from, b.from)).toList()) {
            Ids last = apart.isEmpty() ? null : apart.get(apart.size() - 1);
            if (last != null && next.from <= last.to + 1) {
                apart.set(apart.size() - 1, new Ids(last.from, Math.max(last.to, next.to)));
            } else {
                apart.add(next);
            }
        }
        discounted =
                List.copyOf(
                        apart.subList(Math.max(0, apart.size() - MAX_DISCOUNTED), apart.size()));
    }

    boolean discounts(long id) {
        return discounted.stream().anyMatch(ids -> ids.contains(id));
    }

    byte[] encode() {
        StringBuilder text = new StringBuilder();
        text.append(line(IDS, new Ids(firstId, lastId)));
        discounted.forEach(ids -> text.append(line(DISCOUNTED, ids)));
        return SealedFile.seal(KIND, text.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static String line(String what, Ids ids) {
        return what + " " + ids.from + " " + ids.to + "\n";
    }

    static OwnerRecord read(FileSystem fileSystem, Path file) throws IOException {
        byte[] sealed;
        try (FSDataInputStream in = fileSystem.open(file)) {
            sealed = in.readAllBytes();
        }
        return decode(sealed, CheckpointPaths.told(file));
    }

    /**
     * @throws DamagedFileException if it is not an intact record
     */
    static OwnerRecord decode(byte[] sealed, String where) throws DamagedFileException {
        String text =
                new String(SealedFile.open(sealed, KIND, where).bytes(), StandardCharsets.UTF_8);
        Ids own = null;
        List<Ids> discounted = new ArrayList<>();
        for (String line : text.lines().toList()) {
            String[] words = line.split(" ", -1);
            try {
                Ids ids = new Ids(Long.parseLong(words[1]), Long.parseLong(words[2]));
                if (words[0].equals(IDS)) {
                    own = ids;
                } else if (words[0].equals(DISCOUNTED)) {
                    discounted.add(ids);
                }
            } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                throw malformed(where, "it has the line '" + line + "'");
            }
        }
        if (own == null) {
            throw malformed(where, "it does not say which ids its owner uses");
        }
        return new OwnerRecord(discounted, own.from, own.to);
    }

    private static DamagedFileException malformed(String where, String why) {
        return new DamagedFileException(where, DamagedFileException.Reason.MALFORMED, why);
    }
}
