// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.core.memory.DataOutputSerializer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packed blocks, alone and in a file. */
class StateCompressionTest {

    private static final StateCompression DEFLATE = StateCompression.DEFLATE;

    private static byte[] noise(int length) {
        byte[] bytes = new byte[length];
        new Random(7).nextBytes(bytes);
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 63, 1000, 65_536, 1_000_000})
    void whatIsPackedIsUnpackedWhetherItCanBeMadeSmallerOrNot(int length) throws IOException {
        byte[] same = new byte[length];
        byte[] noise = noise(length);

        assertThat(DEFLATE.unpack(DEFLATE.pack(same, length), length)).isEqualTo(same);
        assertThat(DEFLATE.unpack(DEFLATE.pack(noise, length), length)).isEqualTo(noise);
    }

    @Test
    void onlyTheFirstBytesOfALargerArrayArePacked() throws IOException {
        byte[] noise = noise(100);

        assertThat(DEFLATE.unpack(DEFLATE.pack(noise, 10), 10)).isEqualTo(Arrays.copyOf(noise, 10));
    }

    @Test
    void whatIsNotAsLongAsItClaimsIsRefused() {
        byte[] packed = DEFLATE.pack(noise(500), 500);

        for (int length : new int[] {499, 501, 0, -1}) {
            assertThatThrownBy(() -> DEFLATE.unpack(packed, length))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(packed.length + " compressed bytes");
        }
        for (int length = 0; length < packed.length; length++) {
            byte[] cut = Arrays.copyOf(packed, length);
            assertThatThrownBy(() -> DEFLATE.unpack(cut, 500)).isInstanceOf(IOException.class);
        }
        assertThatThrownBy(() -> DEFLATE.unpack(Arrays.copyOf(packed, packed.length + 1), 500))
                .isInstanceOf(IOException.class);
    }

    @Test
    void noMemoryIsTakenForAClaimThatCantBeTrue() {
        assertThatThrownBy(() -> DEFLATE.unpack(new byte[100], Integer.MAX_VALUE))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("claim");
    }

    @Test
    void brokenBytesAreAnErrorOfTheFileWhateverIsBroken() {
        byte[] packed = DEFLATE.pack(new byte[5000], 5000);
        for (int i = 0; i < packed.length * 8; i++) {
            byte[] broken = packed.clone();
            broken[i / 8] ^= (byte) (1 << i % 8);
            Throwable thrown = catchThrowable(() -> DEFLATE.unpack(broken, 5000));
            if (thrown != null) {
                assertThat(thrown).isInstanceOf(IOException.class);
            }
        }
    }

    private static byte[] file(StateCompression compression) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(100);
        StateFileWriter writer = StateFileWriter.operator(out, compression);
        writer.beginState("numbers", "operator-list", "Long", StateShape.NONE);
        for (long n = 0; n < 50_000; n++) {
            writer.beginEntry().writeLong(n);
            writer.endEntry();
        }
        writer.endState();
        writer.finish();
        return out.getCopyOfBuffer();
    }

    private static long sum(byte[] file) throws IOException {
        long[] sum = new long[1];
        try (StateFileReader reader = StateFileReader.operator(new ByteArrayInputStream(file))) {
            while (reader.nextState()) {
                for (StateBlock block = reader.nextBlock();
                        block != null;
                        block = reader.nextBlock()) {
                    block.forEach((in, length) -> sum[0] += in.readLong());
                }
            }
        }
        return sum[0];
    }

    @Test
    void aFileSaysItselfWhetherItIsCompressed() throws IOException {
        byte[] plain = file(StateCompression.NONE);
        byte[] compressed = file(DEFLATE);

        assertThat(compressed.length).isLessThan(plain.length / 2);
        assertThat(sum(plain)).isEqualTo(49_999L * 25_000);
        assertThat(sum(compressed)).isEqualTo(49_999L * 25_000);
    }

    @Test
    void aKindOfCompressionThatIsNotKnownIsRefusedAndNotTriedAgain() throws IOException {
        byte[] file = file(DEFLATE);
        file[8] = 77;

        assertThatThrownBy(() -> sum(file))
                .isInstanceOf(UnknownStateFormat.class)
                .hasMessageContaining("77");
    }

    @Test
    void aBlockThatCantBeUnpackedIsToldAfterTheEndOfTheFileHasBeenSeen() throws IOException {
        byte[] file = file(DEFLATE);
        Arrays.fill(file, 200, 300, (byte) 0x55);
        ByteArrayInputStream stream = new ByteArrayInputStream(file);
        try (StateFileReader reader = StateFileReader.operator(stream)) {
            reader.nextState();

            assertThatThrownBy(reader::nextBlock)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("'numbers'");
            assertThat(stream.available())
                    .as("bytes that were not read, behind which the checksum stands")
                    .isZero();
        }
    }
}
