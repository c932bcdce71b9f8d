// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.engine.chain.Input;
import io.millrace.engine.chain.Output;
import io.millrace.engine.exchange.OutputGate;
import io.millrace.engine.exchange.StreamElement;
import io.millrace.util.OutputTag;

/**
 * The joints of a chain: what an operator's {@link Output} is made of. One small final class per
 * shape, so that the usual road (one listener, by reference) is a single call.
 */
final class Links {

    private Links() {}

    /** To the next operator, by reference. */
    static final class ToInput implements Output<Object> {
        private final Input<Object> input;
        private final String operator;
        private final String uid;

        ToInput(Input<Object> input, String operator, String uid) {
            this.input = input;
            this.operator = operator;
            this.uid = uid;
        }

        @Override
        public void collect(Object value, long timestamp) {
            try {
                input.element(value, timestamp);
            } catch (Throwable t) {
                throw OperatorFailure.of("on a record", operator, uid, t);
            }
        }

        @Override
        public <X> void side(OutputTag<X> tag, X value, long timestamp) {
            // A plain joint listens to the main output only.
        }

        @Override
        public void watermark(long timestamp) {
            try {
                input.watermark(timestamp);
            } catch (Throwable t) {
                throw OperatorFailure.of("at watermark " + timestamp, operator, uid, t);
            }
        }

        @Override
        public void idle(boolean idle) {
            try {
                input.idle(idle);
            } catch (Throwable t) {
                throw OperatorFailure.of("when its input became idle or active", operator, uid, t);
            }
        }
    }

    /** To the next operator, which gets its own object of each record. */
    static final class Copying implements Output<Object> {
        private final Output<Object> next;
        private final OutputGate.Copier copier;

        Copying(Output<Object> next, OutputGate.Copier copier) {
            this.next = next;
            this.copier = copier;
        }

        @Override
        public void collect(Object value, long timestamp) {
            next.collect(copier.copy(value), timestamp);
        }

        @Override
        public <X> void side(OutputTag<X> tag, X value, long timestamp) {
            next.side(tag, value, timestamp);
        }

        @Override
        public void watermark(long timestamp) {
            next.watermark(timestamp);
        }

        @Override
        public void idle(boolean idle) {
            next.idle(idle);
        }
    }

    /** Into the channels of a gate. */
    static final class ToGate implements Output<Object> {
        private final OutputGate gate;

        ToGate(OutputGate gate) {
            this.gate = gate;
        }

        @Override
        public void collect(Object value, long timestamp) {
            gate.record(value, timestamp);
        }

        @Override
        public <X> void side(OutputTag<X> tag, X value, long timestamp) {
            // A plain joint listens to the main output only.
        }

        @Override
        public void watermark(long timestamp) {
            gate.broadcastWithinLimit(new StreamElement.Watermark(timestamp));
        }

        @Override
        public void idle(boolean idle) {
            gate.broadcastWithinLimit(new StreamElement.Status(idle));
        }
    }

    /** Nobody listens. */
    static final class Nowhere implements Output<Object> {
        @Override
        public void collect(Object value, long timestamp) {}

        @Override
        public <X> void side(OutputTag<X> tag, X value, long timestamp) {}

        @Override
        public void watermark(long timestamp) {}

        @Override
        public void idle(boolean idle) {}
    }

    /** To several listeners, by their tags. */
    static final class Fan implements Output<Object> {
        private final Output<Object>[] main;
        private final OutputTag<?>[] tags;
        private final Output<Object>[] sides;

        /** {@code tags[i]} is what {@code sides[i]} listens to. */
        Fan(Output<Object>[] main, OutputTag<?>[] tags, Output<Object>[] sides) {
            this.main = main.clone();
            this.tags = tags.clone();
            this.sides = sides.clone();
        }

        @Override
        public void collect(Object value, long timestamp) {
            for (Output<Object> output : main) {
                output.collect(value, timestamp);
            }
        }

        @Override
        public <X> void side(OutputTag<X> tag, X value, long timestamp) {
            for (int i = 0; i < tags.length; i++) {
                if (tags[i].equals(tag)) {
                    sides[i].collect(value, timestamp);
                }
            }
        }

        @Override
        public void watermark(long timestamp) {
            for (Output<Object> output : main) {
                output.watermark(timestamp);
            }
            for (Output<Object> output : sides) {
                output.watermark(timestamp);
            }
        }

        @Override
        public void idle(boolean idle) {
            for (Output<Object> output : main) {
                output.idle(idle);
            }
            for (Output<Object> output : sides) {
                output.idle(idle);
            }
        }
    }
}
