// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.engine.chain.Input;
import io.millrace.engine.exchange.InputGate;

/**
 * How far a task's inputs have come: their watermarks, which of them are idle, and on which
 * channels all data has come. The operator at the task's head is told of it.
 *
 * <p>Used on the task's step.
 */
final class InputProgress {

    private final InputGate inputs;
    private final OperatorChain chain;

    /** Null unless the task is part of a loop. */
    private final LoopPart loop;

    private final WatermarkValve[] valves;
    private final int[] channelInValve;
    private final boolean[] dataEnded;
    private int dataChannelsLeft;

    /** Null before {@link #begin}. */
    private Input<Object>[] heads;

    /**
     * @param inputCount how many inputs the operator at the head has
     * @param loop null unless the task is part of a loop
     */
    InputProgress(InputGate inputs, int inputCount, OperatorChain chain, LoopPart loop) {
        this.inputs = inputs;
        this.chain = chain;
        this.loop = loop;
        this.valves = new WatermarkValve[inputCount];
        this.channelInValve = new int[inputs.size()];
        int[] perInput = new int[inputCount];
        for (int channel = 0; channel < inputs.size(); channel++) {
            channelInValve[channel] = perInput[inputs.input(channel)]++;
        }
        for (int i = 0; i < inputCount; i++) {
            valves[i] = new WatermarkValve(perInput[i]);
        }
        this.dataEnded = new boolean[inputs.size()];
        this.dataChannelsLeft = inputs.live();
    }

    /** From here on the head is told. */
    void begin(Input<Object>[] headInputs) {
        this.heads = headInputs;
    }

    /** Where a loop begins: nobody waits for the watermark of what is fed back (CK-23c). */
    void beginLoop(LoopPlace place) throws Exception {
        for (int channel = 0; channel < inputs.size(); channel++) {
            if (inputs.isBack(channel)) {
                valves[inputs.input(channel)].idle(channelInValve[channel], true);
            }
        }
        for (LoopPlace.BackEdge edge : place.back()) {
            if (valves[edge.input()].isIdle()) { // nothing but feedback comes in there
                heads[edge.input()].idle(true);
            }
        }
    }

    // ---- watermarks ----

    void watermark(int channel, long timestamp) {
        int input = inputs.input(channel);
        if (valves[input].watermark(channelInValve[channel], timestamp)) {
            advance(input);
        }
    }

    void idle(int channel, boolean idle) throws Exception {
        int input = inputs.input(channel);
        WatermarkValve valve = valves[input];
        boolean wasIdle = valve.isIdle();
        if (valve.idle(channelInValve[channel], idle)) {
            advance(input);
        }
        if (valve.isIdle() != wasIdle) {
            heads[input].idle(!wasIdle);
        }
    }

    /** The loop that begins here holds the last watermark back no longer. */
    void released() {
        for (int input = 0; input < valves.length; input++) {
            if (valves[input].current() == Long.MAX_VALUE) {
                advance(input);
            }
        }
    }

    private void advance(int input) {
        long watermark = valves[input].current();
        if (loop != null && loop.holdsBack(watermark)) {
            return;
        }
        try {
            heads[input].watermark(watermark);
        } catch (Throwable t) {
            throw chain.failureOfHead("at watermark " + watermark, t);
        }
    }

    // ---- the end of data ----

    /** No record will follow on the channel; true when that was not known. */
    boolean endOfData(int channel) {
        if (dataEnded[channel]) {
            return false;
        }
        dataEnded[channel] = true;
        dataChannelsLeft--;
        return true;
    }

    /** Whether all data has come, on all channels but those of feedback. */
    boolean dataHasEnded() {
        return dataChannelsLeft == 0;
    }
}
