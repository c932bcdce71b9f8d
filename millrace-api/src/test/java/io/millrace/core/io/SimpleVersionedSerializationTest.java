// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.core.memory.DataOutputSerializer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimpleVersionedSerializationTest {

    @Test
    void versionLengthAndContentComeBack() throws Exception {
        byte[] bytes = SimpleVersionedSerialization.writeVersionAndSerialize(new Texts(7), "abc");

        assertThat(bytes).containsExactly(0, 0, 0, 7, 0, 0, 0, 3, 'a', 'b', 'c');
        assertThat(SimpleVersionedSerialization.readVersionAndDeSerialize(new Texts(8), bytes))
                .isEqualTo("abc@7");
    }

    @Test
    void aListHasOneVersion() throws Exception {
        DataOutputSerializer out = new DataOutputSerializer(32);
        SimpleVersionedSerialization.writeVersionAndSerializeList(
                new Texts(1), List.of("a", "", "cc"), out);

        assertThat(
                        SimpleVersionedSerialization.readVersionAndDeserializeList(
                                new Texts(2), new DataInputDeserializer(out.getCopyOfBuffer())))
                .containsExactly("a@1", "@1", "cc@1");
    }

    @Test
    void cutBytesAreAnErrorThatSaysHowManyThereShouldBe() {
        assertThatThrownBy(
                        () ->
                                SimpleVersionedSerialization.readVersionAndDeSerialize(
                                        new Texts(1), new byte[] {0, 0, 0, 1, 0, 0, 0, 9, 'x'}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("9")
                .hasMessageContaining("there are 1");
        assertThatThrownBy(
                        () ->
                                SimpleVersionedSerialization.readVersionAndDeSerialize(
                                        new Texts(1), new byte[3]))
                .isInstanceOf(IOException.class);
    }

    private record Texts(int version) implements SimpleVersionedSerializer<String> {

        @Override
        public int getVersion() {
            return version;
        }

        @Override
        public byte[] serialize(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public String deserialize(int written, byte[] serialized) {
            return new String(serialized, StandardCharsets.UTF_8) + "@" + written;
        }
    }
}
