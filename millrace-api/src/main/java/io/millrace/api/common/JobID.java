// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common;

import io.millrace.annotation.Public;
import io.millrace.util.AbstractID;
import io.millrace.util.StringUtils;
import java.nio.ByteBuffer;

/** The id of a job: 128 random bits, shown as 32 hexadecimal digits. */
@Public
public final class JobID extends AbstractID {

    private static final long serialVersionUID = 1L;

    /** A random id. */
    public JobID() {}

    /** The id of two halves. */
    public JobID(long lowerPart, long upperPart) {
        super(lowerPart, upperPart);
    }

    /** The id of 16 bytes. */
    public JobID(byte[] bytes) {
        super(bytes);
    }

    /** A random id. */
    public static JobID generate() {
        return new JobID();
    }

    /** The id of 16 bytes. */
    public static JobID fromByteArray(byte[] bytes) {
        return new JobID(bytes);
    }

    /** The id of the next 16 bytes. */
    public static JobID fromByteBuffer(ByteBuffer buf) {
        long lower = buf.getLong();
        long upper = buf.getLong();
        return new JobID(lower, upper);
    }

    /**
     * The id shown as 32 hexadecimal digits.
     *
     * @throws IllegalArgumentException when the text is anything else; the message repeats it
     */
    public static JobID fromHexString(String hexString) {
        try {
            return new JobID(StringUtils.hexStringToByte(hexString));
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "'"
                            + hexString
                            + "' is not the id of a job: an id is 32 hexadecimal digits, as"
                            + " fd72014d4c864993a2e5a9287b4a9c5d.",
                    e);
        }
    }
}
