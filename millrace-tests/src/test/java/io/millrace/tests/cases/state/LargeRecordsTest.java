// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.typeutils.GenericTypeInfo;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Jobs;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that are larger than any buffer. */
class LargeRecordsTest {

    private static final int THREE_MB = 3 * 1024 * 1024;

    @ParameterizedTest(
            name =
                    "S07: large records of a generic class pass keyBy whole and once, object reuse {0}")
    @ValueSource(booleans = {false, true})
    void s07LargeGenericRecordsPassWholeAndOnce(boolean objectReuse) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(2);
        if (objectReuse) {
            env.getConfig().enableObjectReuse();
        }
        Collected<Parcel> sink = new Collected<>();
        env.fromSequence(1, 5)
                .map(id -> new Parcel(id.intValue(), THREE_MB))
                .keyBy(Parcel::id)
                .map(parcel -> parcel)
                .addSink(sink);
        Jobs.run(env, "S07");

        Map<Integer, Parcel> byId = new HashMap<>();
        sink.values().forEach(parcel -> byId.put(parcel.id(), parcel));
        assertThat(sink.values()).hasSize(5);
        assertThat(byId.keySet()).containsExactlyInAnyOrder(1, 2, 3, 4, 5);
        byId.forEach(
                (id, parcel) -> {
                    byte[] sent = new Parcel(id, THREE_MB).payload;
                    assertThat(parcel.payload).as("payload of %d", id).isEqualTo(sent);
                });
    }

    @Test
    @DisplayName("S07: the class of those records is indeed generic")
    void s07TheClassOfThoseRecordsIsGeneric() {
        // What makes it generic: no constructor without arguments, and fields nobody can set.
        assertThat(TypeInformation.of(Parcel.class)).isInstanceOf(GenericTypeInfo.class);
    }

    /** Not a valid POJO. */
    private static final class Parcel {
        private final int id;
        private final byte[] payload;

        Parcel(int id, int size) {
            this.id = id;
            this.payload = new byte[size];
            Arrays.fill(payload, (byte) id);
        }

        int id() {
            return id;
        }
    }
}
