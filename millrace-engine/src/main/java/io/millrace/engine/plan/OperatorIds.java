// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.plan;

import io.millrace.engine.state.OperatorId;
import io.millrace.spi.OperatorTransformation;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/** Makes the stable ids under which operators keep their state (CK-83). Pure. */
public final class OperatorIds {

    private OperatorIds() {}

    /**
     * The id of an operator: the user's hash; else murmur3 (128 bit) of its uid; else of its place
     * in the graph, which an edit of the program can change.
     *
     * @param ordinal the operator's number in the program
     * @param inputs ids of the operators it reads from
     */
    static OperatorId of(OperatorTransformation<?> operator, int ordinal, List<OperatorId> inputs) {
        if (operator.uidHash() != null) {
            return new OperatorId(operator.uidHash().toLowerCase(java.util.Locale.ROOT));
        }
        if (operator.uid() != null) {
            return new OperatorId(murmur128(operator.uid()));
        }
        StringBuilder place = new StringBuilder("place ").append(ordinal);
        place.append(' ').append(operator.spec().getClass().getSimpleName());
        for (OperatorId input : inputs) {
            place.append(' ').append(input.value());
        }
        return new OperatorId(murmur128(place.toString()));
    }

    /** The id of an operator that has this uid. */
    public static OperatorId ofUid(String uid) {
        return new OperatorId(murmur128(uid));
    }

    /** Murmur3, x64, 128 bit, seed 0 (Austin Appleby, public domain), as 32 hexadecimal digits. */
    static String murmur128(String text) {
        byte[] data = text.getBytes(StandardCharsets.UTF_8);
        final long c1 = 0x87c37b91114253d5L;
        final long c2 = 0x4cf5ad432745937fL;
        long h1 = 0;
        long h2 = 0;
        int blocks = data.length / 16;
        for (int i = 0; i < blocks; i++) {
            long k1 = little(data, i * 16, 8);
            long k2 = little(data, i * 16 + 8, 8);
            h1 ^= Long.rotateLeft(k1 * c1, 31) * c2;
            h1 = (Long.rotateLeft(h1, 27) + h2) * 5 + 0x52dce729;
            h2 ^= Long.rotateLeft(k2 * c2, 33) * c1;
            h2 = (Long.rotateLeft(h2, 31) + h1) * 5 + 0x38495ab5;
        }
        int left = data.length - blocks * 16;
        if (left > 8) {
            h2 ^= Long.rotateLeft(little(data, blocks * 16 + 8, left - 8) * c2, 33) * c1;
        }
        if (left > 0) {
            h1 ^= Long.rotateLeft(little(data, blocks * 16, Math.min(8, left)) * c1, 31) * c2;
        }
        h1 ^= data.length;
        h2 ^= data.length;
        h1 += h2;
        h2 += h1;
        h1 = finish(h1);
        h2 = finish(h2);
        h1 += h2;
        h2 += h1;
        // The bytes of both halves in little-endian order, as common libraries print the hash.
        return hex(h1) + hex(h2);
    }

    private static long little(byte[] data, int from, int count) {
        long value = 0;
        for (int i = count - 1; i >= 0; i--) {
            value = value << 8 | data[from + i] & 0xff;
        }
        return value;
    }

    private static long finish(long k) {
        k ^= k >>> 33;
        k *= 0xff51afd7ed558ccdL;
        k ^= k >>> 33;
        k *= 0xc4ceb9fe1a85ec53L;
        return k ^ k >>> 33;
    }

    private static String hex(long half) {
        return HexFormat.of().toHexDigits(Long.reverseBytes(half));
    }
}
