// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of one owner of a job directory. Who has the higher number came later.
 *
 * @param number from 1
 * @param chance makes it differ from every other, also in a directory that was emptied
 */
record OwnerName(long number, String chance) implements Comparable<OwnerName> {

    private static final Pattern FILE =
            Pattern.compile(
                    "owner-([1-9][0-9]{0,17})-([0-9a-f]{12})(\\.[a-z]+)?(?:-([0-9]{1,18}))?");

    /** What a file says of an owner. */
    enum Kind {
        /** That there is one: it owns the directory as long as this file is there. */
        PRESENT("", false),
        /** What counts of earlier owners. */
        RECORD(".from", false),
        /** That it uses ids up to a number. */
        IDS(".ids", true),
        /** That it has ended in order, and the last id it used. */
        ENDED(".ended", true);

        private final String suffix;
        private final boolean numbered;

        Kind(String suffix, boolean numbered) {
            this.suffix = suffix;
            this.numbered = numbered;
        }
    }

    /**
     * A file of an owner.
     *
     * @param id the one in its name; 0 where there is none
     */
    record File(OwnerName owner, Kind kind, long id) {

        /** Null for the names of other files. */
        static File of(String name) {
            Matcher parts = FILE.matcher(name);
            if (!parts.matches()) {
                return null;
            }
            OwnerName owner = new OwnerName(Long.parseLong(parts.group(1)), parts.group(2));
            String suffix = parts.group(3) == null ? "" : parts.group(3);
            String number = parts.group(4);
            for (Kind kind : Kind.values()) {
                if (kind.suffix.equals(suffix) && kind.numbered == (number != null)) {
                    return new File(owner, kind, number == null ? 0 : Long.parseLong(number));
                }
            }
            return null;
        }

        String name() {
            return owner + kind.suffix + (kind.numbered ? "-" + id : "");
        }
    }

    /** Somebody who comes after all with numbers up to this one. */
    static OwnerName after(long number) {
        return new OwnerName(number + 1, UUID.randomUUID().toString().substring(24));
    }

    /** The name of a file of this owner; {@code id} is of meaning for some kinds. */
    String file(Kind kind, long id) {
        return new File(this, kind, id).name();
    }

    String file(Kind kind) {
        return file(kind, 0);
    }

    @Override
    public int compareTo(OwnerName other) {
        int byNumber = Long.compare(number, other.number);
        return byNumber != 0 ? byNumber : chance.compareTo(other.chance);
    }

    @Override
    public String toString() {
        return "owner-" + number + "-" + chance;
    }
}
