// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.api.common.functions.FilterFunction;
import io.millrace.api.common.functions.MapFunction;
import io.millrace.engine.chain.Input;
import io.millrace.engine.chain.Output;
import io.millrace.engine.exchange.OutputGate;
import io.millrace.util.OutputTag;

/**
 * A run of simple links (map, filter, and the copies between them) as one straight piece of code.
 *
 * <p>The compiler inlines a user's function only where it sees one class at a call site. The
 * operators of all chains share their classes, so their call sites see many; measured, that costs a
 * stateless chain a factor of two and a half. Here each slot has a call site of its own, and {@link
 * FusedClasses} gives each run a class of its own: a hidden copy of this very class. So each call
 * site sees one function, the whole run is compiled as one method, and intermediate records need
 * not be allocated. Watermarks and idleness pass simple links unchanged, so they go straight to the
 * end.
 *
 * <p>Nothing in here may use a lambda or a nested class: a copy could not reach it. Slots are
 * unrolled by hand for the same reason that makes the class worth having.
 */
final class FusedLinks implements Output<Object>, Input<Object> {

    /**
     * Steps in one run; a longer run becomes two. More would make {@link #collect} too large to be
     * inlined into what calls it, at 325 bytes of code.
     */
    static final int SLOTS = 4;

    private final MapFunction<Object, Object> map0;
    private final FilterFunction<Object> filter0;
    private final OutputGate.Copier copy0;
    private final MapFunction<Object, Object> map1;
    private final FilterFunction<Object> filter1;
    private final OutputGate.Copier copy1;
    private final MapFunction<Object, Object> map2;
    private final FilterFunction<Object> filter2;
    private final OutputGate.Copier copy2;
    private final MapFunction<Object, Object> map3;
    private final FilterFunction<Object> filter3;
    private final OutputGate.Copier copy3;
    private final String[] operators;
    private final String[] uids;
    private final Output<Object> end;

    /**
     * Called reflectively, for a copy of the class. At each place one of the three is set, or none.
     */
    FusedLinks(
            MapFunction<Object, Object>[] maps,
            FilterFunction<Object>[] filters,
            OutputGate.Copier[] copiers,
            String[] operators,
            String[] uids,
            Output<Object> end) {
        map0 = maps[0];
        filter0 = filters[0];
        copy0 = copiers[0];
        map1 = maps[1];
        filter1 = filters[1];
        copy1 = copiers[1];
        map2 = maps[2];
        filter2 = filters[2];
        copy2 = copiers[2];
        map3 = maps[3];
        filter3 = filters[3];
        copy3 = copiers[3];
        this.operators = operators;
        this.uids = uids;
        this.end = end;
    }

    @Override
    public void collect(Object value, long timestamp) {
        Object v = value;
        int at = 0;
        try {
            if (map0 != null) {
                v = map0.map(v);
            } else if (filter0 != null) {
                if (!filter0.filter(v)) {
                    return;
                }
            } else if (copy0 != null) {
                v = copy0.copy(v);
            }
            at = 1;
            if (map1 != null) {
                v = map1.map(v);
            } else if (filter1 != null) {
                if (!filter1.filter(v)) {
                    return;
                }
            } else if (copy1 != null) {
                v = copy1.copy(v);
            }
            at = 2;
            if (map2 != null) {
                v = map2.map(v);
            } else if (filter2 != null) {
                if (!filter2.filter(v)) {
                    return;
                }
            } else if (copy2 != null) {
                v = copy2.copy(v);
            }
            at = 3;
            if (map3 != null) {
                v = map3.map(v);
            } else if (filter3 != null) {
                if (!filter3.filter(v)) {
                    return;
                }
            } else if (copy3 != null) {
                v = copy3.copy(v);
            }
        } catch (Throwable t) {
            throw OperatorFailure.of("on a record", operators[at], uids[at], t);
        }
        end.collect(v, timestamp);
    }

    @Override
    public void element(Object value, long timestamp) {
        collect(value, timestamp);
    }

    @Override
    public <X> void side(OutputTag<X> tag, X value, long timestamp) {
        // Simple links have no side outputs, and a plain joint listens to the main output only.
    }

    @Override
    public void watermark(long timestamp) {
        end.watermark(timestamp);
    }

    @Override
    public void idle(boolean idle) {
        end.idle(idle);
    }
}
