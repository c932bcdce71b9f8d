// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.connector.source.FakeSourceContext;
import io.millrace.api.java.tuple.Tuple2;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CollectionSourceTest {

    @Test
    void recordsComeOnceAndInOrderAcrossARestart() throws Exception {
        FakeSourceContext<String, ?, ?> job = new FakeSourceContext<>(source("a", "b", "", "d"), 1);
        job.poll(0, 3);
        job.restart();
        assertThat(job.poll(0, 10)).isTrue();

        assertThat(job.emitted.get(0)).containsExactly("a", "b", "", "d");
    }

    @Test
    void eachReaderGetsARangeOfItsOwn() throws Exception {
        FakeSourceContext<String, ?, ?> job =
                new FakeSourceContext<>(source("a", "b", "c", "d"), 2);
        assertThat(job.poll(0, 10)).isTrue();
        assertThat(job.poll(1, 10)).isTrue();

        assertThat(job.emitted.get(0)).containsExactly("a", "b");
        assertThat(job.emitted.get(1)).containsExactly("c", "d");
    }

    @Test
    void whatTheProgramDoesToTheObjectsAfterwardsDoesNoHarm() throws Exception {
        Tuple2<String, Integer> record = Tuple2.of("a", 1);
        List<Tuple2<String, Integer>> data = new ArrayList<>(List.of(record));
        CollectionSource<Tuple2<String, Integer>> source =
                new CollectionSource<>(
                        data, Types.TUPLE(Types.STRING, Types.INT), new ExecutionConfig());
        record.f1 = 2;
        data.clear();

        FakeSourceContext<Tuple2<String, Integer>, ?, ?> job = new FakeSourceContext<>(source, 1);
        job.poll(0, 10);
        assertThat(job.emitted.get(0)).containsExactly(Tuple2.of("a", 1));
    }

    @Test
    void anEmptyCollectionEndsAtOnce() throws Exception {
        assertThat(new FakeSourceContext<>(source(), 2).poll(1, 1)).isTrue();
    }

    @Test
    void nullAndElementsOfAnotherTypeAreRefusedWithTheirPosition() {
        assertThatThrownBy(() -> source("a", null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("element 1");
        @SuppressWarnings({"unchecked", "rawtypes"}) // what a careless program would do
        List<String> wrong = (List) Arrays.asList("a", 7);
        assertThatThrownBy(() -> new CollectionSource<>(wrong, Types.STRING, new ExecutionConfig()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Element 1")
                .hasMessageContaining("java.lang.Integer");
    }

    private static CollectionSource<String> source(String... data) {
        return new CollectionSource<>(Arrays.asList(data), Types.STRING, new ExecutionConfig());
    }
}
