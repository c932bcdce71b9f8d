// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.state.CarriedState;
import io.millrace.engine.state.NamespaceType;
import io.millrace.engine.state.StateBlock;
import io.millrace.engine.state.StateFit;
import io.millrace.engine.state.StateHeader;
import io.millrace.engine.state.StateMismatch;
import io.millrace.engine.state.StateName;
import io.millrace.engine.state.TypeFit;
import io.millrace.engine.state.WindowPanes.Span;
import io.millrace.engine.state.WindowPanesSpec;
import io.millrace.spi.types.TypeDescription;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads panes of windows from state and timers in namespaces, whoever wrote them. A window that has
 * no timer at its last millisecond was shown already, and was kept for late records by windows that
 * allowed some: it is left out.
 */
final class RestoredPanes<K, I, A> {

    private final String operator;
    private final WindowPanesSpec<I, A> spec;
    private final TypeSerializer<K> keys;

    /** Of which key which window is to be shown; null: of all. */
    private Set<NamespacedKey<K, Span>> due;

    private interface TimerReader<K> {
        void timer(K key, Span span, long timestamp);
    }

    RestoredPanes(String operator, WindowPanesSpec<I, A> spec, TypeSerializer<K> keys) {
        this.operator = operator;
        this.spec = spec;
        this.keys = keys;
    }

    void fill(
            HeapWindowPanes<K, I, A> panes, List<CarriedState> states, List<CarriedState> timers) {
        try {
            for (CarriedState part : timers) {
                check(part, StateName.TIMERS, null);
            }
            readTimers(timers, states.stream().mapToLong(CarriedState::entries).sum());
            for (CarriedState part : states) {
                TypeSerializer<A> reading = check(part, spec.kind(), spec.accumulators());
                for (StateBlock block : part.blocks()) {
                    block.forEach(
                            (in, length) -> {
                                K key = keys.deserialize(in);
                                Span span = new Span(in.readLong(), in.readLong());
                                A accumulator = reading.deserialize(in);
                                if (due == null
                                        || due.contains(
                                                new NamespacedKey<>(key, key.hashCode(), span))) {
                                    panes.restore(key, span, accumulator);
                                }
                            });
                }
            }
        } catch (StateMismatch e) {
            throw e;
        } catch (IOException | RuntimeException | LinkageError e) {
            throw unreadable(e);
        } finally {
            due = null;
        }
    }

    /** Mostly each window has the timer it must have, and nothing need be remembered of them. */
    private void readTimers(List<CarriedState> timers, long windows) throws IOException {
        long[] count = {0, 0};
        forEachTimer(
                timers,
                (key, span, timestamp) -> count[timestamp == span.maxTimestamp() ? 0 : 1]++);
        if (count[0] == windows && count[1] == 0) {
            return;
        }
        Set<NamespacedKey<K, Span>> found = new HashSet<>();
        forEachTimer(
                timers,
                (key, span, timestamp) -> {
                    if (timestamp == span.maxTimestamp()) {
                        found.add(new NamespacedKey<>(key, key.hashCode(), span));
                    }
                });
        due = found;
    }

    private void forEachTimer(List<CarriedState> timers, TimerReader<K> reader) throws IOException {
        for (CarriedState part : timers) {
            for (StateBlock block : part.blocks()) {
                block.forEach(
                        (in, length) -> {
                            K key = keys.deserialize(in);
                            Span span = new Span(in.readLong(), in.readLong());
                            reader.timer(key, span, in.readLong());
                        });
            }
        }
    }

    /**
     * Compares with what is wanted; what reads it.
     *
     * @param accumulators null for timers
     */
    @SuppressWarnings("unchecked") // the fit was made of the accumulators' serializer
    TypeSerializer<A> check(CarriedState restored, String kind, TypeSerializer<A> accumulators) {
        StateHeader written = StateHeader.of(restored);
        StateFit fit =
                accumulators == null
                        ? StateFit.ofTimers(written, spec.namespaces())
                        : StateFit.ofKeyed(written, kind, spec.namespaces(), accumulators);
        if (fit.outcome() == TypeFit.Outcome.INCOMPATIBLE) {
            String type = accumulators == null ? restored.type() : TypeDescription.of(accumulators);
            throw new StateMismatch(differs(restored, kind, type) + " " + fit.why());
        }
        return accumulators == null ? null : (TypeSerializer<A>) fit.places().get(0).reader();
    }

    /** All bytes were read and verified before: it is the serializer that can't read them. */
    StateMismatch unreadable(Throwable e) {
        return new StateMismatch(
                "The windows '"
                        + spec.name()
                        + "' of "
                        + operator
                        + " cannot be restored: the serializer of the program's type does not read"
                        + " what was written ("
                        + e
                        + "). Has the class of the accumulator or of the key changed since?",
                e);
    }

    private String differs(CarriedState restored, String kind, String type) {
        return "State '"
                + restored.name()
                + "' of "
                + operator
                + " was restored as "
                + restored.kind()
                + " state of type "
                + restored.type()
                + " "
                + restored.namespaces()
                + ", but the program's windows now have "
                + kind
                + " state of type "
                + type
                + " "
                + NamespaceType.of(spec.namespaces())
                + ". Keep the kind of function and its accumulator's type, or give the operator another"
                + " uid to begin with empty windows.";
    }
}
