// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.typeinfo.Types;
import io.millrace.engine.state.OperatorId;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperatorIdsTest {

    /** As computed by other libraries, and printed by them byte by byte. */
    @ParameterizedTest
    @CsvSource({
        "'',00000000000000000000000000000000",
        "hello,029bbd41b3a7d8cb191dae486a901e5b",
        "The quick brown fox jumps over the lazy dog,6c1b07bc7bbc4be347939ac4a93c437a"
    })
    void murmur3_gives_the_known_vectors(String text, String hash) {
        assertThat(OperatorIds.murmur128(text)).isEqualTo(hash);
    }

    private static OperatorTransformation<?> map() {
        return new OperatorTransformation<>(
                "map", new OperatorSpec.Map(x -> x), List.of(), List.of(), null, Types.INT, 1);
    }

    @Test
    void the_users_hash_goes_before_the_uid_and_the_uid_before_the_place() {
        OperatorTransformation<?> operator = map();
        OperatorId byPlace = OperatorIds.of(operator, 3, List.of());
        operator.setUid("hello");
        OperatorId byUid = OperatorIds.of(operator, 3, List.of());
        operator.setUidHash("ABCDEF00000000000000000000000000");
        OperatorId byHash = OperatorIds.of(operator, 3, List.of());

        assertThat(byUid.value()).isEqualTo("029bbd41b3a7d8cb191dae486a901e5b");
        assertThat(byHash.value()).isEqualTo("abcdef00000000000000000000000000");
        assertThat(byPlace).isNotIn(byUid, byHash);
    }

    @Test
    void a_uid_makes_the_id_independent_of_the_place() {
        OperatorTransformation<?> operator = map();
        operator.setUid("mine");
        assertThat(OperatorIds.of(operator, 1, List.of()))
                .isEqualTo(
                        OperatorIds.of(operator, 9, List.of(OperatorIds.of(map(), 0, List.of()))));
    }

    @Test
    void without_a_uid_the_place_decides_and_the_same_program_gives_the_same_ids() {
        OperatorId first = OperatorIds.of(map(), 1, List.of());
        assertThat(OperatorIds.of(map(), 1, List.of())).isEqualTo(first);
        assertThat(OperatorIds.of(map(), 2, List.of())).isNotEqualTo(first);
        assertThat(OperatorIds.of(map(), 1, List.of(first))).isNotEqualTo(first);
    }
}
