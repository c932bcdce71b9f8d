// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.base.ListSerializer;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.metrics.Counter;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.Saturated;
import io.millrace.streaming.api.functions.co.ProcessJoinFunction;
import io.millrace.util.OutputTag;
import java.util.ArrayList;
import java.util.List;

/**
 * Pairs records of two keyed streams whose timestamps are near each other: a left one at t with
 * right ones from t + lower to t + upper.
 *
 * <p><b>Each pair once.</b> A record is kept with its timestamp, and paired with those of the other
 * side that have come before it; so the later of two finds the earlier, and never the other way
 * round. Pairs come in the order of the other side's timestamps, and of their coming.
 *
 * <p><b>Until when.</b> A left record at t can find partners until the watermark has passed t +
 * upper, a right one at t until it has passed t - lower; and neither is forgotten before the
 * watermark has reached the record itself. A timer of the key stands for that moment. Which side it
 * is for need not be known: at each timer both sides forget what has this moment as its end. Where
 * the sum leaves the range of time the end is the end of time, and there everything is forgotten.
 *
 * <p><b>Late</b> is a record behind the watermark. It is paired with nothing, for its partners may
 * have been forgotten.
 *
 * @param <K> keys
 * @param <A> left records
 * @param <B> right records
 */
final class IntervalJoinOperator<K, A, B, O> extends TimedTwoInputOperator<A, B, O> {

    private static final String LEFT = "millrace.join.left";
    private static final String RIGHT = "millrace.join.right";

    /** So many timestamps are looked up one by one; of more, those that are there are looked at. */
    private static final long FEW = 16;

    private final ProcessJoinFunction<A, B, O> function;
    private final long lower;
    private final long upper;
    private final TypeInformation<A> leftType;
    private final TypeInformation<B> rightType;
    private final OutputTag<A> lateLeft;
    private final OutputTag<B> lateRight;
    private final Counter dropped;
    private final Context pair;
    private MapState<Long, List<A>> left;
    private MapState<Long, List<B>> right;

    private IntervalJoinOperator(
            OperatorContext context,
            OperatorSpec.IntervalJoin spec,
            TypeInformation<A> leftType,
            TypeInformation<B> rightType,
            KeySelector<A, K> leftSelector,
            KeySelector<B, K> rightSelector,
            Output<O> out) {
        super(context, spec.function(), leftSelector, rightSelector, true, out);
        this.function = Casts.of(spec.function());
        this.lower = spec.lower();
        this.upper = spec.upper();
        this.leftType = leftType;
        this.rightType = rightType;
        this.lateLeft = Casts.of(spec.lateLeft());
        this.lateRight = Casts.of(spec.lateRight());
        this.dropped = context.metrics().group().counter(LateRecords.DROPPED);
        this.pair = new Context(function);
    }

    static <K, A, B, O> IntervalJoinOperator<K, A, B, O> of(
            OperatorContext context,
            OperatorSpec.IntervalJoin spec,
            TypeInformation<A> leftType,
            TypeInformation<B> rightType,
            KeySelector<A, K> leftSelector,
            KeySelector<B, K> rightSelector,
            Output<O> out) {
        return new IntervalJoinOperator<>(
                context, spec, leftType, rightType, leftSelector, rightSelector, out);
    }

    @Override
    void initializeOwnState() throws Exception {
        left = state(LEFT, leftType);
        right = state(RIGHT, rightType);
    }

    private <T> MapState<Long, List<T>> state(String name, TypeInformation<T> type)
            throws Exception {
        return functionContext.getMapState(
                new MapStateDescriptor<>(
                        name,
                        LongSerializer.INSTANCE,
                        new ListSerializer<>(Serializers.of(type, context.executionConfig()))));
    }

    // ---- records ----

    @Override
    void first(A value, long timestamp) throws Exception {
        if (isLate(timestamp)) {
            late(lateLeft, value, timestamp);
            return;
        }
        keep(left, value, timestamp, leftEnd(timestamp));
        for (long partner :
                between(right, Saturated.add(timestamp, lower), Saturated.add(timestamp, upper))) {
            for (B each : right.get(partner)) {
                join(value, timestamp, each, partner);
            }
        }
    }

    @Override
    void second(B value, long timestamp) throws Exception {
        if (isLate(timestamp)) {
            late(lateRight, value, timestamp);
            return;
        }
        keep(right, value, timestamp, rightEnd(timestamp));
        for (long partner :
                between(
                        left,
                        Saturated.subtract(timestamp, upper),
                        Saturated.subtract(timestamp, lower))) {
            for (A each : left.get(partner)) {
                join(each, partner, value, timestamp);
            }
        }
    }

    private boolean isLate(long timestamp) {
        if (timestamp == Output.NO_TIMESTAMP) {
            throw new IllegalStateException(
                    "A record without a timestamp came to operator '"
                            + context.operatorName()
                            + "', which joins records by their timestamps. Give records timestamps:"
                            + " call assignTimestampsAndWatermarks(...) on both streams before the"
                            + " join, or use a WatermarkStrategy with a timestamp assigner in"
                            + " fromSource");
        }
        return timestamp < calls.timerService().currentWatermark();
    }

    private <T> void late(OutputTag<T> tag, T value, long timestamp) {
        if (tag == null) {
            dropped.inc();
        } else {
            out.side(tag, value, timestamp);
        }
    }

    private <T> void keep(MapState<Long, List<T>> side, T value, long timestamp, long end)
            throws Exception {
        List<T> same = side.get(timestamp);
        if (same == null) {
            same = new ArrayList<>(1);
        }
        same.add(value);
        side.put(timestamp, same);
        calls.timerService().registerEventTimeTimer(end);
    }

    /** The timestamps that a side has from one to another, both included, in order. */
    private static long[] between(MapState<Long, ?> side, long from, long to) throws Exception {
        long[] found = new long[4];
        int count = 0;
        if (to - from >= 0 && to - from < FEW) {
            for (long at = from; ; at++) {
                if (side.contains(at)) {
                    found = roomy(found, count);
                    found[count++] = at;
                }
                if (at == to) {
                    break; // it may be the end of time
                }
            }
            return java.util.Arrays.copyOf(found, count);
        }
        for (long at : side.keys()) {
            if (from <= at && at <= to) {
                found = roomy(found, count);
                found[count++] = at;
            }
        }
        found = java.util.Arrays.copyOf(found, count);
        java.util.Arrays.sort(found);
        return found;
    }

    private static long[] roomy(long[] found, int count) {
        return count < found.length ? found : java.util.Arrays.copyOf(found, 2 * count);
    }

    private void join(A one, long oneAt, B two, long twoAt) throws Exception {
        pair.leftTimestamp = oneAt;
        pair.rightTimestamp = twoAt;
        calls.record(Math.max(oneAt, twoAt));
        function.processElement(one, two, pair, calls.emitter);
    }

    // ---- time ----

    private long leftEnd(long timestamp) {
        return Saturated.add(timestamp, Math.max(0, upper));
    }

    private long rightEnd(long timestamp) {
        return Saturated.subtract(timestamp, Math.min(0, lower));
    }

    /** Both sides forget what has its end here. */
    @Override
    void onTimer(long end) throws Exception {
        if (end == Long.MAX_VALUE) {
            left.clear();
            right.clear();
        } else {
            left.remove(Saturated.subtract(end, Math.max(0, upper)));
            right.remove(Saturated.add(end, Math.min(0, lower)));
        }
    }

    /** One for all pairs. */
    private final class Context extends ProcessJoinFunction<A, B, O>.Context {
        long leftTimestamp;
        long rightTimestamp;

        Context(ProcessJoinFunction<A, B, O> function) {
            function.super();
        }

        @Override
        public long getLeftTimestamp() {
            return leftTimestamp;
        }

        @Override
        public long getRightTimestamp() {
            return rightTimestamp;
        }

        @Override
        public long getTimestamp() {
            return Math.max(leftTimestamp, rightTimestamp);
        }

        @Override
        public <X> void output(OutputTag<X> outputTag, X value) {
            calls.output(outputTag, value);
        }
    }
}
