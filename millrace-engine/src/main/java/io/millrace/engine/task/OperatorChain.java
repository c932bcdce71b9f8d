// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.engine.chain.AccumulatorValue;
import io.millrace.engine.chain.Input;
import io.millrace.engine.chain.Operator;
import io.millrace.engine.chain.Output;
import io.millrace.engine.chain.SimpleLink;
import io.millrace.engine.chain.SourceOperator;
import io.millrace.engine.exchange.OutputGate;
import io.millrace.engine.state.FrozenState;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.SnapshotWriter;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.util.OutputTag;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The operators of one task, joined by method calls: a tree whose root is the head. Links are kept
 * in such an order that a listener always comes after the operator it listens to; so "head first"
 * and "tail first" are the two directions of one list (CK-49, CK-50). Used by its task only.
 */
final class OperatorChain {

    private final List<ChainLink> links;
    private final List<OutputGate> gates = new ArrayList<>();
    private final Operator[] operators;
    private Output<Object> headOutput;

    /** Operators whose {@code finish} has been called. */
    private int finished;

    OperatorChain(List<ChainLink> links) {
        this.links = List.copyOf(links);
        this.operators = new Operator[links.size()];
        Set<OutputGate> seen = new HashSet<>();
        for (ChainLink link : links) {
            for (ChainLink.Route route : link.routes()) {
                if (route.gate() != null && seen.add(route.gate())) {
                    gates.add(route.gate());
                }
            }
        }
    }

    /** Makes the operators, restores their state and opens them, tail first. */
    void initialize() throws Exception {
        for (int i = links.size() - 1; i >= 0; i--) {
            ChainLink link = links.get(i);
            TaskContext context = link.context();
            try {
                context.initialize();
                Output<Object> output = output(link);
                if (i == 0) {
                    headOutput = output;
                }
                operators[i] = link.maker().make(context, output);
                operators[i].initializeState();
                operators[i].open();
            } catch (Throwable t) {
                throw OperatorFailure.of(
                        "while it was opened", context.operatorName(), context.uid(), t);
            }
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of a generic type
    private Output<Object> output(ChainLink link) {
        List<Output<Object>> main = new ArrayList<>();
        List<OutputTag<?>> tags = new ArrayList<>();
        List<Output<Object>> sides = new ArrayList<>();
        for (ChainLink.Route route : link.routes()) {
            Output<Object> output = link.simple() ? joint(route) : fused(route);
            if (route.tag() == null) {
                main.add(output);
            } else {
                tags.add(route.tag());
                sides.add(output);
            }
        }
        if (sides.isEmpty()) {
            if (main.isEmpty()) {
                return new Links.Nowhere();
            }
            if (main.size() == 1) {
                return main.get(0);
            }
        }
        return new Links.Fan(
                main.toArray(new Output[0]),
                tags.toArray(new OutputTag<?>[0]),
                sides.toArray(new Output[0]));
    }

    /** The plain way to one listener. */
    @SuppressWarnings("unchecked") // records are untyped here
    private Output<Object> joint(ChainLink.Route route) {
        if (route.gate() != null) {
            return new Links.ToGate(route.gate());
        }
        TaskContext next = links.get(route.link()).context();
        Output<Object> joint =
                new Links.ToInput(
                        (Input<Object>) operators[route.link()].inputs().get(0),
                        next.operatorName(),
                        next.uid());
        return route.copier() == null ? joint : new Links.Copying(joint, route.copier());
    }

    /** The way to one listener; a run of simple links on it becomes one piece of code. */
    private Output<Object> fused(ChainLink.Route first) {
        List<FusedStep> steps = new ArrayList<>();
        ChainLink.Route route = first;
        while (route.link() >= 0) {
            ChainLink next = links.get(route.link());
            if (!next.simple() || next.routes().size() > 1 || isSide(next)) {
                break;
            }
            if (route.copier() != null) {
                steps.add(FusedStep.copy(route.copier(), next.context()));
            }
            steps.add(FusedStep.of((SimpleLink) operators[route.link()], next.context()));
            if (next.routes().isEmpty()) {
                return fusedClasses().fuse(steps, new Links.Nowhere());
            }
            route = next.routes().get(0);
        }
        return fusedClasses().fuse(steps, joint(route));
    }

    private FusedClasses fusedClasses() {
        return links.get(0).context().fusedClasses();
    }

    private static boolean isSide(ChainLink link) {
        return !link.routes().isEmpty() && link.routes().get(0).tag() != null;
    }

    /** What takes the records of the head's inputs. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // records are untyped here
    Input<Object>[] headInputs() {
        ChainLink head = links.get(0);
        if (head.simple()) {
            Output<Object> run = fused(new ChainLink.Route(null, 0, null, null));
            if (run instanceof Input) {
                return new Input[] {(Input<Object>) run};
            }
        }
        return operators[0].inputs().toArray(new Input[0]);
    }

    /** Hands out the elements of a list of the head's that is only written at checkpoints. */
    <S> void takeRestored(ListStateDescriptor<S> descriptor, boolean union, Consumer<S> each)
            throws Exception {
        links.get(0).context().operatorState().take(descriptor, union, each);
    }

    SourceOperator source() {
        return (SourceOperator) operators[0];
    }

    boolean headIsSource() {
        return operators[0] instanceof SourceOperator;
    }

    /** Where the head emits; a source's last watermark goes there. */
    Output<Object> headOutput() {
        return headOutput;
    }

    /** What the head has thrown, with its name; unless it was wrapped further inside. */
    RuntimeException failureOfHead(String doing, Throwable thrown) {
        TaskContext head = links.get(0).context();
        return OperatorFailure.of(doing, head.operatorName(), head.uid(), thrown);
    }

    List<OutputGate> gates() {
        return gates;
    }

    /** Whether any operator has records that it will pass on by itself; none has when closed. */
    boolean holdsRecords() {
        for (Operator operator : operators) {
            if (operator != null && operator.holdsRecords()) {
                return true;
            }
        }
        return false;
    }

    /**
     * The input has ended, and the end waits for operators that hold records. Those before them
     * would have finished, did the end not wait for all, and have no more to say: else they could
     * put the end off for ever.
     */
    void endTimersBeforeHolders() {
        for (int i = 0; i < operators.length; i++) {
            if (operators[i].holdsRecords()) {
                links.get(i).context().endTimersBefore();
            }
        }
    }

    /**
     * Head first. What one emits as its last may be held by one behind it; then the answer is
     * false, and the call has to be made again.
     */
    boolean finish() {
        while (finished < operators.length) {
            if (operators[finished].holdsRecords() || operators[finished].hasHeldBack()) {
                return false;
            }
            try {
                operators[finished].finish();
            } catch (Throwable t) {
                throw failure("at the end of its input", finished, t);
            }
            finished++;
        }
        return true;
    }

    /** Has the operator whose turn it is to finish pass on some of what it holds back. */
    boolean emitHeldBack() {
        if (finished == operators.length || !operators[finished].hasHeldBack()) {
            return false;
        }
        try {
            operators[finished].emitHeldBack();
        } catch (Throwable t) {
            throw failure("on what it held back to the end of its input", finished, t);
        }
        return true;
    }

    /** Whether some have finished; whether all have is told by {@link #finish}. */
    boolean hasBegunToFinish() {
        return finished > 0;
    }

    /** Head first. */
    void prepareBarrier(long checkpointId) {
        for (int i = 0; i < operators.length; i++) {
            try {
                operators[i].prepareBarrier(checkpointId);
            } catch (Throwable t) {
                throw failure("before barrier " + checkpointId, i, t);
            }
        }
    }

    /**
     * The synchronous part of the snapshot, tail first; the result is head first. When it throws,
     * nothing stays frozen.
     */
    List<SnapshotWriter.Part> freeze(SnapshotOrder order, FunctionSnapshotContext context) {
        long checkpointId = order.checkpointId();
        SnapshotWriter.Part[] frozen = new SnapshotWriter.Part[operators.length];
        for (int i = operators.length - 1; i >= 0; i--) {
            TaskContext ctx = links.get(i).context();
            List<FrozenState> parts = new ArrayList<>(2);
            try {
                operators[i].snapshotState(context);
                if (ctx.keyedState() != null) {
                    parts.add(ctx.keyedState().freeze(order));
                }
                parts.add(ctx.operatorState().freeze(order));
            } catch (Throwable t) {
                parts.forEach(FrozenState::release);
                for (SnapshotWriter.Part done : frozen) {
                    if (done != null) {
                        done.frozen().forEach(FrozenState::release);
                    }
                }
                throw failure("while it took its snapshot for checkpoint " + checkpointId, i, t);
            }
            frozen[i] = new SnapshotWriter.Part(ctx.operatorId(), ctx.operatorName(), parts);
        }
        return List.of(frozen);
    }

    /** Tail first. */
    void notifyComplete(long checkpointId) {
        for (int i = operators.length - 1; i >= 0; i--) {
            try {
                if (links.get(i).context().keyedState() != null) {
                    links.get(i).context().keyedState().checkpointComplete(checkpointId);
                }
                operators[i].notifyCheckpointComplete(checkpointId);
            } catch (Throwable t) {
                throw failure(
                        "when it was told that checkpoint " + checkpointId + " is complete", i, t);
            }
        }
    }

    /** Tail first. */
    void notifyAborted(long checkpointId) {
        for (int i = operators.length - 1; i >= 0; i--) {
            try {
                if (links.get(i).context().keyedState() != null) {
                    links.get(i).context().keyedState().checkpointAborted(checkpointId);
                }
                operators[i].notifyCheckpointAborted(checkpointId);
            } catch (Throwable t) {
                throw failure(
                        "when it was told that checkpoint " + checkpointId + " was given up", i, t);
            }
        }
    }

    /** What the functions have counted so far. */
    List<AccumulatorValue> accumulators() {
        List<AccumulatorValue> values = new ArrayList<>();
        links.forEach(link -> link.context().accumulators().copyTo(values::add));
        return values;
    }

    boolean needsFinalCheckpoint() {
        for (Operator operator : operators) {
            if (operator.needsFinalCheckpoint()) {
                return true;
            }
        }
        return false;
    }

    boolean emitsWhenComplete() {
        for (Operator operator : operators) {
            if (operator.emitsWhenComplete()) {
                return true;
            }
        }
        return false;
    }

    /** Head first: what is emitted belongs to those behind. */
    void lastCheckpointCompleted() {
        for (int i = 0; i < operators.length; i++) {
            try {
                operators[i].lastCheckpointCompleted();
            } catch (Throwable t) {
                throw failure("with its last checkpoint", i, t);
            }
        }
    }

    /**
     * Closes all operators, tail first, and drops their state; goes on after a failure and throws
     * the first at the end.
     */
    void close() {
        RuntimeException first = null;
        for (int i = operators.length - 1; i >= 0; i--) {
            Operator operator = operators[i];
            operators[i] = null; // whatever happens, it is closed once
            if (operator != null) {
                try {
                    operator.close();
                } catch (Throwable t) {
                    RuntimeException failure = failure("while it was closed", i, t);
                    if (first == null) {
                        first = failure;
                    } else {
                        first.addSuppressed(failure);
                    }
                }
            }
            links.get(i).context().dispose();
        }
        if (first != null) {
            throw first;
        }
    }

    private RuntimeException failure(String doing, int index, Throwable thrown) {
        TaskContext context = links.get(index).context();
        return OperatorFailure.of(doing, context.operatorName(), context.uid(), thrown);
    }
}
