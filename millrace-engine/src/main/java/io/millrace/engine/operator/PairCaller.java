// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.functions.CoGroupFunction;
import io.millrace.api.common.functions.FlatJoinFunction;
import io.millrace.api.common.functions.JoinFunction;
import io.millrace.engine.chain.Output;
import io.millrace.spi.WindowCall;
import io.millrace.streaming.api.datastream.CoGroupedStreams.TaggedUnion;
import io.millrace.streaming.api.windowing.windows.Window;
import io.millrace.util.Collector;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls functions of two streams with a window that has the records of both, tagged; both sides in
 * the order in which they came.
 */
final class PairCaller<A, B, O, W extends Window> extends WindowCaller<TaggedUnion<A, B>, O, W> {

    /** What is done with the two sides. */
    private interface Pairing<A, B, O> {
        void call(List<A> ones, List<B> twos, Collector<O> out) throws Exception;
    }

    private final Pairing<A, B, O> pairing;

    private PairCaller(Surroundings<W> surroundings, Pairing<A, B, O> pairing, Output<O> out) {
        super(surroundings, out);
        this.pairing = pairing;
    }

    static <A, B, O, W extends Window> Maker<TaggedUnion<A, B>, O, W> of(WindowCall call) {
        Pairing<A, B, O> pairing = pairing(call);
        return (surroundings, out) -> new PairCaller<>(surroundings, pairing, out);
    }

    private static <A, B, O> Pairing<A, B, O> pairing(WindowCall call) {
        if (call instanceof WindowCall.CoGroup coGroup) {
            CoGroupFunction<A, B, O> function = Casts.of(coGroup.function());
            return function::coGroup;
        }
        if (call instanceof WindowCall.Join join) {
            JoinFunction<A, B, O> function = Casts.of(join.function());
            return (ones, twos, out) -> {
                for (A one : ones) {
                    for (B two : twos) {
                        out.collect(function.join(one, two));
                    }
                }
            };
        }
        if (call instanceof WindowCall.FlatJoin join) {
            FlatJoinFunction<A, B, O> function = Casts.of(join.function());
            return (ones, twos, out) -> {
                for (A one : ones) {
                    for (B two : twos) {
                        function.join(one, two, out);
                    }
                }
            };
        }
        throw new IllegalArgumentException("Not a function of two streams: " + call);
    }

    @Override
    void call(Iterable<TaggedUnion<A, B>> contents) throws Exception {
        List<A> ones = new ArrayList<>();
        List<B> twos = new ArrayList<>();
        for (TaggedUnion<A, B> record : contents) {
            if (record.isOne()) {
                ones.add(record.getOne());
            } else {
                twos.add(record.getTwo());
            }
        }
        pairing.call(ones, twos, emitter);
    }
}
