// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.functions.Function;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.OperatorStateStore;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.connector.sink2.Sink;
import io.millrace.api.connector.sink2.SupportsCommitter;
import io.millrace.api.connector.sink2.SupportsWriterState;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.streaming.api.functions.sink.TwoPhaseCommitSinkFunction;

/**
 * What sources and sinks keep, asked for without them: their readers, writers and committers reach
 * outside as soon as they are made, and all of their state is of the engine's own types. For those
 * who want to know what a job would ask for, and not to run it.
 */
public final class StatesOfEnds {

    private StatesOfEnds() {}

    /** How far an operator may be brought up without reaching outside. */
    public enum Reach {
        /** To the end: its function is opened. */
        OPEN,
        /** Its function may initialize its state, but opening it would connect to something. */
        INITIALIZE,
        /** Likewise, and there is no state that it could ask for when it is opened. */
        INITIALIZE_ALL,
        /** Not at all: it was asked for all that it keeps, here. */
        ASKED,
        /** Not at all, and what else it keeps only its own code knows. */
        CLOSED
    }

    /** Asks for what the engine itself keeps for the operator, if it is not to be brought up. */
    public static Reach ask(OperatorTransformation<?> transformation, OperatorContext context)
            throws Exception {
        OperatorSpec spec = transformation.spec();
        OperatorStateStore states = context.operatorState();
        if (spec instanceof OperatorSpec.Source) {
            states.getListState(Serializers.bytesList(SourceReaderOperator.SPLITS));
        } else if (spec instanceof OperatorSpec.WriterSink sink) {
            writer(sink.sink(), true, states);
        } else if (spec instanceof OperatorSpec.SinkWriting sink) {
            writer(sink.sink(), false, states);
        } else if (spec instanceof OperatorSpec.SinkCommitting
                || spec instanceof OperatorSpec.GlobalCommitting) {
            states.getListState(Serializers.bytesList(CommitterOperator.ARRIVALS));
        } else if (spec instanceof OperatorSpec.Collect) {
            unread(transformation.inputs().get(0).outputType(), context);
        } else if (spec instanceof OperatorSpec.FunctionSource) {
            return Reach.INITIALIZE;
        } else if (spec instanceof OperatorSpec.Async) {
            return Reach.INITIALIZE_ALL;
        } else if (spec instanceof OperatorSpec.FunctionSink sink) {
            // It begins a transaction, in the other system, as soon as it has its state.
            Function function = sink.function();
            return function instanceof TwoPhaseCommitSinkFunction ? Reach.CLOSED : Reach.INITIALIZE;
        } else if (!(spec instanceof OperatorSpec.Timestamps
                || spec instanceof OperatorSpec.LoopHead)) {
            return Reach.OPEN;
        }
        return Reach.ASKED;
    }

    private static void writer(Sink<?> sink, boolean commits, OperatorStateStore states)
            throws Exception {
        if (sink instanceof SupportsWriterState) {
            states.getListState(Serializers.bytesList(SinkWriterOperator.WRITER_STATE));
        }
        if (commits && sink instanceof SupportsCommitter) {
            states.getListState(Serializers.bytesList(SinkWriterOperator.COMMITTABLES));
        }
    }

    private static <T> void unread(TypeInformation<T> type, OperatorContext context)
            throws Exception {
        OperatorStateStore states = context.operatorState();
        states.getListState(
                new ListStateDescriptor<>(
                        CollectOperator.STATE, Serializers.of(type, context.executionConfig())));
        states.getListState(new ListStateDescriptor<>(CollectOperator.NULLS, Types.LONG));
    }
}
