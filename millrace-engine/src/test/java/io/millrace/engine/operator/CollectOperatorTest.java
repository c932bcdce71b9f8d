// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.typeinfo.PrimitiveArrayTypeInfo;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.engine.state.HeapOperatorStateBackend;
import io.millrace.engine.state.OperatorStateRedistribution;
import io.millrace.engine.state.StateBytes;
import io.millrace.spi.ResultHandOver;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the snapshot has of results that were not read, whatever the reader does meanwhile. */
class CollectOperatorTest {

    private static final TypeInformation<long[]> CELLS =
            PrimitiveArrayTypeInfo.LONG_PRIMITIVE_ARRAY_TYPE_INFO;

    private final FakeContext context = new FakeContext();

    private static <T> List<T> visible(ResultHandOver<T> handOver) {
        List<T> read = new ArrayList<>();
        while (handOver.poll(read::add)) {
            // all there is
        }
        return read;
    }

    /** Another process that goes on from the snapshot; what it has to read. */
    private static <T> List<T> takenBack(
            FakeContext context, TypeInformation<T> type, boolean exactlyOnce) throws Exception {
        ResultHandOver<T> handOver = new ResultHandOver<>();
        FakeContext.start(new CollectOperator<>(context.restore(1), handOver, type, exactlyOnce));
        return visible(handOver);
    }

    @DisplayName("What a program does with a result it has read is not in the snapshot")
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readersDoNotReachTheSnapshot(boolean exactlyOnce) throws Exception {
        ResultHandOver<long[]> handOver = new ResultHandOver<>();
        CollectOperator<long[]> operator =
                FakeContext.start(new CollectOperator<>(context, handOver, CELLS, exactlyOnce));
        operator.element(new long[] {1}, 0);
        FakeContext.snapshot(operator, 1);
        operator.notifyCheckpointComplete(1);
        operator.element(new long[] {2}, 0);
        FakeContext.snapshot(operator, 2);

        visible(handOver).forEach(record -> record[0] = -1);

        List<Long> back = new ArrayList<>();
        takenBack(context, CELLS, exactlyOnce).forEach(record -> back.add(record[0]));
        assertThat(back).containsExactly(1L, 2L);
    }

    @DisplayName("Results that are null are in the snapshot, at their places")
    @Test
    void nulls() throws Exception {
        ResultHandOver<String> handOver = new ResultHandOver<>();
        context.realOperatorState =
                new HeapOperatorStateBackend("op", "u", context.executionConfig, List.of(), 0, 1);
        CollectOperator<String> operator =
                FakeContext.start(new CollectOperator<>(context, handOver, Types.STRING, true));
        String[] records = {null, null, "a", null, "b", "c", null};
        for (String record : records) {
            operator.element(record, 0);
        }
        FakeContext.snapshot(operator, 1);
        FakeContext next = new FakeContext();
        next.restored = OptionalLong.of(1);
        next.realOperatorState =
                new HeapOperatorStateBackend(
                        "op",
                        "u",
                        context.executionConfig,
                        OperatorStateRedistribution.shares(
                                List.of(
                                        List.of(
                                                StateBytes.restorable(
                                                        context.realOperatorState.freeze(1)))),
                                0,
                                1),
                        0,
                        1);
        ResultHandOver<String> nextHandOver = new ResultHandOver<>();
        FakeContext.start(new CollectOperator<>(next, nextHandOver, Types.STRING, true));
        assertThat(visible(nextHandOver)).containsExactly(records);
    }
}
