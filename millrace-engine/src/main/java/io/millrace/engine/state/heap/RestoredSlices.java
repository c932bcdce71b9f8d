// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.state.CarriedState;
import io.millrace.engine.state.StateBlock;
import io.millrace.engine.state.StateMismatch;
import io.millrace.engine.state.WindowPanes.Span;
import io.millrace.engine.state.WindowPanesSpec;
import java.io.IOException;
import java.util.List;

/** Reads slices of windows, and the marks beside them. */
final class RestoredSlices<K, I, A> {

    private final String operator;
    private final WindowPanesSpec<I, A> spec;
    private final TypeSerializer<K> keys;

    RestoredSlices(String operator, WindowPanesSpec<I, A> spec, TypeSerializer<K> keys) {
        this.operator = operator;
        this.spec = spec;
        this.keys = keys;
    }

    void fill(
            HeapWindowSlices<K, I, A> slices, List<CarriedState> states, List<CarriedState> marks) {
        RestoredPanes<K, I, A> checks = new RestoredPanes<>(operator, spec, keys);
        try {
            for (CarriedState part : states) {
                TypeSerializer<A> reading = checks.check(part, spec.kind(), spec.accumulators());
                for (StateBlock block : part.blocks()) {
                    block.forEach(
                            (in, length) -> {
                                K key = keys.deserialize(in);
                                Span span = new Span(in.readLong(), in.readLong());
                                if (!spec.grid().isOn(span.start(), span.end())) {
                                    throw otherSlices(span);
                                }
                                slices.restore(
                                        key,
                                        spec.grid().last(span.start()),
                                        reading.deserialize(in));
                            });
                }
            }
            for (CarriedState part : marks) {
                for (StateBlock block : part.blocks()) {
                    block.forEach(
                            (in, length) ->
                                    slices.restoreShown(keys.deserialize(in), in.readLong()));
                }
            }
        } catch (StateMismatch e) {
            throw e;
        } catch (IOException | RuntimeException | LinkageError e) {
            throw checks.unreadable(e);
        }
    }

    private StateMismatch otherSlices(Span span) {
        return new StateMismatch(
                "The windows of "
                        + operator
                        + " were kept in slices from "
                        + span.start()
                        + " to "
                        + span.end()
                        + " in the snapshot, but the program's windows now have slices of "
                        + spec.grid().size()
                        + " ms. Keep size, slide and offset of the windows, or give the operator another"
                        + " uid to begin with empty windows.");
    }
}
