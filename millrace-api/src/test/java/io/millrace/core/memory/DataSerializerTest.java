// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class DataSerializerTest {

    private static final String ODD = "a\u0000\u00e9\u20ac\uD83D\uDE00\uD800";

    @Test
    void writesWhatJavasOwnStreamWrites() throws IOException {
        DataOutputSerializer ours = new DataOutputSerializer(1);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream javas = new DataOutputStream(bytes);
        for (var out : Arrays.asList(ours, javas)) {
            out.writeBoolean(true);
            out.writeByte(-7);
            out.writeShort(-30000);
            out.writeChar('\u20ac');
            out.writeInt(0x12345678);
            out.writeLong(0x123456789ABCDEFL);
            out.writeFloat(1.5f);
            out.writeDouble(-2.25);
            out.writeUTF(ODD);
            out.writeBytes("xyz");
            out.writeChars("xyz");
            out.write(new byte[] {1, 2, 3}, 1, 2);
        }
        assertThat(ours.getCopyOfBuffer()).isEqualTo(bytes.toByteArray());
    }

    @Test
    void readsWhatJavasOwnStreamReads() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeLong(-5);
        out.writeUTF(ODD);
        out.writeChar('x');
        out.writeShort(65535);
        out.writeFloat(Float.NaN);
        out.writeBytes("line one\r\nline two");
        for (var in :
                Arrays.asList(
                        new DataInputDeserializer(bytes.toByteArray()),
                        new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())))) {
            assertThat(in.readLong()).isEqualTo(-5);
            assertThat(in.readUTF()).isEqualTo(ODD);
            assertThat(in.readChar()).isEqualTo('x');
            assertThat(in.readUnsignedShort()).isEqualTo(65535);
            assertThat(in.readFloat()).isNaN();
            assertThat(in instanceof DataInputDeserializer own ? own.readLine() : "line one")
                    .isEqualTo("line one");
        }
    }

    @Test
    void tellsHowManyBytesAreMissing() {
        DataInputDeserializer in = new DataInputDeserializer(new byte[3]);
        assertThatThrownBy(in::readLong)
                .isInstanceOf(EOFException.class)
                .hasMessageContaining("8 more bytes expected")
                .hasMessageContaining("3 are left");
        assertThat(in.available()).isEqualTo(3);
    }

    @Test
    void utfTakesAtMost64KilobytesAndSaysSo() throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(16);
        String longText = "x".repeat(65536);
        assertThatThrownBy(() -> out.writeUTF(longText))
                .isInstanceOf(UTFDataFormatException.class)
                .hasMessageContaining("65536");
        out.writeLongUTF(longText);
        assertThat(new DataInputDeserializer(out.wrapAsByteBuffer()).readLongUTF())
                .isEqualTo(longText);
    }

    @Test
    void largeValuesPass() throws IOException {
        String text = "0123456789abcdef".repeat(200_000);
        byte[] bytes = new byte[40_000_000];
        Arrays.fill(bytes, (byte) 17);
        DataOutputSerializer out = new DataOutputSerializer(64);
        StringSerializer.INSTANCE.serialize(text, out);
        BytePrimitiveArraySerializer.INSTANCE.serialize(bytes, out);
        DataInputDeserializer in = new DataInputDeserializer(out.wrapAsByteBuffer());
        assertThat(StringSerializer.INSTANCE.deserialize(in)).isEqualTo(text);
        assertThat(BytePrimitiveArraySerializer.INSTANCE.deserialize(in)).isEqualTo(bytes);
        assertThat(in.available()).isZero();
    }

    @Test
    void clearingKeepsTheArray() throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(100);
        byte[] array = out.getSharedBuffer();
        out.writeLong(1);
        out.clear();
        out.writeLong(2);
        assertThat(out.getSharedBuffer()).isSameAs(array);
        assertThat(out.length()).isEqualTo(8);
    }

    @Test
    void aBufferWithoutAnArrayCanBeRead() throws IOException {
        ByteBuffer direct = ByteBuffer.allocateDirect(8).putLong(0, 77);
        assertThat(new DataInputDeserializer(direct).readLong()).isEqualTo(77);
    }

    @Test
    void streamsCopyBetweenEachOther() throws IOException {
        byte[] bytes = new byte[10_000];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        DataOutputViewStreamWrapper out = new DataOutputViewStreamWrapper(target);
        DataInputViewStreamWrapper in =
                new DataInputViewStreamWrapper(new ByteArrayInputStream(bytes));
        in.skipBytesToRead(1);
        out.write(in, 9_999);
        assertThat(target.toByteArray()).isEqualTo(Arrays.copyOfRange(bytes, 1, 10_000));
        assertThatThrownBy(() -> in.skipBytesToRead(1)).isInstanceOf(EOFException.class);
    }
}
