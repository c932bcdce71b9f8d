// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.loops;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple3;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.IterativeStream;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.util.Collector;
import java.io.Serializable;

/**
 * Numbers that go round and round until they may leave. Each carries its steps, and the state of
 * its key counts them too: a record that was lost, or came twice, or a step that state has and the
 * record has not, shows when it leaves.
 */
final class Circling {

    /** Number, steps by the record, steps by the state. */
    static final TypeInformation<Tuple3<Long, Long, Long>> TYPE =
            Types.TUPLE(Types.LONG, Types.LONG, Types.LONG);

    private static final long LEAST_STEPS = 50;

    private Circling() {}

    /** Whether numbers may leave. */
    interface Exit extends Serializable {
        boolean isOpen();
    }

    /** What is looked at, or goes wrong, in each step. */
    interface Each extends Serializable {
        void look();
    }

    /** The rows that leave: a number, and whether its steps are exact. */
    static DataStream<String> rows(DataStream<Long> numbers, Exit exit, Each each) {
        IterativeStream<Tuple3<Long, Long, Long>> loop =
                numbers.map(n -> Tuple3.of(n, 0L, 0L)).returns(TYPE).iterate();
        DataStream<Tuple3<Long, Long, Long>> stepped =
                loop.keyBy(record -> record.f0).process(new Step(each));
        DataStream<Tuple3<Long, Long, Long>> marked = stepped.map(new Mark(exit)).returns(TYPE);
        loop.closeWith(marked.filter(record -> record.f2 >= 0).rebalance());
        return marked.filter(record -> record.f2 < 0).map(Circling::row);
    }

    private static String row(Tuple3<Long, Long, Long> record) {
        return record.f0
                + (record.f1 == -record.f2
                        ? " exact"
                        : " has made " + record.f1 + " steps, and " + -record.f2 + " were seen");
    }

    private static final class Step
            extends KeyedProcessFunction<Long, Tuple3<Long, Long, Long>, Tuple3<Long, Long, Long>> {
        private static final long serialVersionUID = 1L;

        private final Each each;
        private transient ValueState<Long> steps;

        Step(Each each) {
            this.each = each;
        }

        @Override
        public void open(OpenContext context) {
            steps = getRuntimeContext().getState(new ValueStateDescriptor<>("steps", Types.LONG));
        }

        @Override
        public void processElement(
                Tuple3<Long, Long, Long> record,
                Context ctx,
                Collector<Tuple3<Long, Long, Long>> out)
                throws Exception {
            each.look();
            long seen = steps.value() == null ? 1 : steps.value() + 1;
            steps.update(seen);
            out.collect(Tuple3.of(record.f0, record.f1 + 1, seen));
        }
    }

    /** Who may leave gets a negative count. */
    private static final class Mark
            implements io.millrace.api.common.functions.MapFunction<
                    Tuple3<Long, Long, Long>, Tuple3<Long, Long, Long>> {
        private static final long serialVersionUID = 1L;

        private final Exit exit;

        Mark(Exit exit) {
            this.exit = exit;
        }

        @Override
        public Tuple3<Long, Long, Long> map(Tuple3<Long, Long, Long> record) {
            return record.f1 >= LEAST_STEPS && exit.isOpen()
                    ? Tuple3.of(record.f0, record.f1, -record.f2)
                    : record;
        }
    }
}
