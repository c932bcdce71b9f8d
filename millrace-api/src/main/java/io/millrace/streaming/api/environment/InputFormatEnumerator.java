// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.environment;

import io.millrace.api.common.io.InputFormat;
import io.millrace.api.connector.source.SplitEnumerator;
import io.millrace.api.connector.source.SplitEnumeratorContext;
import io.millrace.configuration.Configuration;
import io.millrace.core.io.InputSplit;
import io.millrace.core.io.InputSplitAssigner;
import io.millrace.util.FlinkRuntimeException;
import java.io.IOException;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Has an input format cut its input into parts, once, and deals them out as the format's assigner
 * says.
 */
final class InputFormatEnumerator<S extends InputSplit>
        implements SplitEnumerator<FormatSplit, FormatProgress> {

    private final InputFormat<?, S> format;
    private final SplitEnumeratorContext<FormatSplit> context;
    private final List<InputSplit> unread = new ArrayList<>();
    private final boolean restored;
    private InputSplitAssigner assigner;
    private long next;

    /**
     * @param checkpoint null at the first start
     */
    InputFormatEnumerator(
            InputFormat<?, S> format,
            SplitEnumeratorContext<FormatSplit> context,
            FormatProgress checkpoint) {
        this.format = format;
        this.context = context;
        this.restored = checkpoint != null;
        if (restored) {
            unread.addAll(checkpoint.unread());
            next = checkpoint.next();
        }
    }

    @Override
    public void start() {
        format.configure(new Configuration());
        try {
            S[] cut =
                    restored
                            ? rest()
                            : format.createInputSplits(Math.max(1, context.currentParallelism()));
            if (!restored) {
                unread.addAll(Arrays.asList(cut));
            }
            assigner = format.getInputSplitAssigner(cut);
        } catch (IOException e) {
            throw new FlinkRuntimeException(
                    "The input of " + format + " can't be cut into parts: " + e.getMessage(), e);
        }
    }

    /** An assigner may ask for an array of the parts' own class. */
    @SuppressWarnings("unchecked") // the parts came from this format
    private S[] rest() {
        Class<?> type = unread.isEmpty() ? null : unread.get(0).getClass();
        if (type == null) {
            return (S[]) emptyOf();
        }
        return unread.toArray((S[]) Array.newInstance(type, 0));
    }

    private Object emptyOf() {
        for (java.lang.reflect.Method method : format.getClass().getMethods()) {
            if (method.getName().equals("createInputSplits")
                    && !method.isBridge()
                    && method.getReturnType().isArray()) {
                return Array.newInstance(method.getReturnType().componentType(), 0);
            }
        }
        return new InputSplit[0];
    }

    @Override
    public void handleSplitRequest(int subtaskId, String requesterHostname) {
        InputSplit split = assigner.getNextInputSplit(requesterHostname, subtaskId);
        if (split == null) {
            context.signalNoMoreSplits(subtaskId);
            return;
        }
        unread.remove(split);
        context.assignSplit(new FormatSplit(String.valueOf(next++), split), subtaskId);
    }

    @Override
    public void addSplitsBack(List<FormatSplit> splits, int subtaskId) {
        List<InputSplit> back = new ArrayList<>();
        splits.forEach(split -> back.add(split.split()));
        unread.addAll(back);
        assigner.returnInputSplit(back, subtaskId);
    }

    @Override
    public void addReader(int subtaskId) {}

    @Override
    public FormatProgress snapshotState(long checkpointId) {
        return new FormatProgress(new ArrayList<>(unread), next, Long.MIN_VALUE, Set.of());
    }

    @Override
    public void close() {}
}
