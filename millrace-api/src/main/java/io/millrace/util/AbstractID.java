// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import static io.millrace.util.Preconditions.checkArgument;
import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.annotation.PublicEvolving;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.HexFormat;

/** An id of 128 bits, random unless given. */
@PublicEvolving
public class AbstractID implements Comparable<AbstractID>, Serializable {

    private static final long serialVersionUID = 1L;

    /** How many bytes it is. */
    public static final int SIZE = 2 * Long.BYTES;

    /**
     * Ids need to be different, not secret; but a generator seeded alike in two processes would
     * make the same ones, so it seeds itself from the system's randomness.
     */
    private static final SecureRandom RND = new SecureRandom();

    /** The upper half. */
    protected final long upperPart;

    /** The lower half. */
    protected final long lowerPart;

    /** The hexadecimal text, once asked for. */
    private transient String hexString;

    /** The id of 16 bytes. */
    public AbstractID(byte[] bytes) {
        checkNotNull(bytes, "The bytes of an id are null.");
        checkArgument(
                bytes.length == SIZE, "An id has %s bytes, but %s are given.", SIZE, bytes.length);
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        this.lowerPart = buffer.getLong();
        this.upperPart = buffer.getLong();
    }

    /** The id of two halves. */
    public AbstractID(long lowerPart, long upperPart) {
        this.lowerPart = lowerPart;
        this.upperPart = upperPart;
    }

    /** The same id. */
    public AbstractID(AbstractID id) {
        this(checkNotNull(id, "The id is null.").lowerPart, id.upperPart);
    }

    /** A random id. */
    public AbstractID() {
        this(RND.nextLong(), RND.nextLong());
    }

    /** The lower half. */
    public long getLowerPart() {
        return lowerPart;
    }

    /** The upper half. */
    public long getUpperPart() {
        return upperPart;
    }

    /** The 16 bytes, lower half first. */
    public byte[] getBytes() {
        return ByteBuffer.allocate(SIZE).putLong(lowerPart).putLong(upperPart).array();
    }

    /** The bytes as 32 hexadecimal digits. */
    public final String toHexString() {
        String text = hexString;
        if (text == null) {
            text = HexFormat.of().formatHex(getBytes());
            hexString = text;
        }
        return text;
    }

    @Override
    public boolean equals(Object obj) {
        return this == obj
                || (obj != null
                        && obj.getClass() == getClass()
                        && lowerPart == ((AbstractID) obj).lowerPart
                        && upperPart == ((AbstractID) obj).upperPart);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(lowerPart) ^ Long.hashCode(upperPart);
    }

    @Override
    public String toString() {
        return toHexString();
    }

    @Override
    public int compareTo(AbstractID o) {
        int byUpper = Long.compare(upperPart, o.upperPart);
        return byUpper != 0 ? byUpper : Long.compare(lowerPart, o.lowerPart);
    }
}
