// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobIDTest {

    @Test
    void reads_back_from_its_hexadecimal_digits() {
        JobID id = new JobID();
        assertThat(id.toHexString()).matches("[0-9a-f]{32}");
        assertThat(JobID.fromHexString(id.toString())).isEqualTo(id).hasSameHashCodeAs(id);
        assertThat(JobID.fromByteArray(id.getBytes())).isEqualTo(id);
        assertThat(JobID.fromByteBuffer(ByteBuffer.wrap(id.getBytes()))).isEqualTo(id);
        assertThat(new JobID()).isNotEqualTo(id);
    }

    @Test
    void shows_the_lower_half_first() {
        assertThat(new JobID(1, 2).toHexString()).isEqualTo("00000000000000010000000000000002");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "12",
                "zz000000000000010000000000000002",
                "000000000000000100000000000000023"
            })
    void refuses_what_is_not_an_id_and_repeats_it(String text) {
        assertThatThrownBy(() -> JobID.fromHexString(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'");
    }
}
