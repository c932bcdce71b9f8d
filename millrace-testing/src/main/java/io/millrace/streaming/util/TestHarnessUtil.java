// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.util;

import io.millrace.runtime.checkpoint.OperatorSubtaskState;
import io.millrace.streaming.api.watermark.Watermark;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;

/** Looks at what a harness has emitted. Differences are thrown as {@link AssertionError}. */
public class TestHarnessUtil {

    public TestHarnessUtil() {}

    /** The values of the records among it. */
    @SuppressWarnings("unchecked") // the caller says what the values are
    public static <OUT> List<OUT> getRawElementsFromOutput(Queue<Object> output) {
        List<OUT> values = new ArrayList<>();
        for (Object element : output) {
            if (element instanceof StreamRecord<?> record) {
                values.add((OUT) record.getValue());
            }
        }
        return values;
    }

    /** The same elements in the same order, watermarks included. */
    public static <T> void assertOutputEquals(String message, Queue<T> expected, Queue<T> actual) {
        same(message, new ArrayList<>(expected), new ArrayList<>(actual));
    }

    /**
     * The same records whatever their order, and no record on the other side of a watermark than
     * expected.
     *
     * @param comparator puts records of one stretch between watermarks in order
     */
    public static void assertOutputEqualsSorted(
            String message,
            Iterable<Object> expected,
            Iterable<Object> actual,
            Comparator<Object> comparator) {
        same(message, sorted(expected, comparator), sorted(actual, comparator));
    }

    private static List<Object> sorted(Iterable<Object> elements, Comparator<Object> comparator) {
        List<Object> all = new ArrayList<>();
        List<Object> stretch = new ArrayList<>();
        for (Object element : elements) {
            if (element instanceof StreamRecord) {
                stretch.add(element);
            } else {
                stretch.sort(comparator);
                all.addAll(stretch);
                stretch.clear();
                all.add(element);
            }
        }
        stretch.sort(comparator);
        all.addAll(stretch);
        return all;
    }

    private static void same(String message, List<?> expected, List<?> actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError(
                    message + "\n  expected: " + expected + "\n  but was:  " + actual);
        }
    }

    /** No record has a timestamp at or below a watermark that was emitted before it. */
    public static void assertNoLateRecords(Iterable<Object> elements) {
        long watermark = Long.MIN_VALUE;
        for (Object element : elements) {
            if (element instanceof Watermark mark) {
                watermark = mark.getTimestamp();
            } else if (element instanceof StreamRecord<?> record
                    && record.hasTimestamp()
                    && record.getTimestamp() <= watermark) {
                throw new AssertionError(
                        "The record " + record + " came after the watermark " + watermark);
            }
        }
    }

    /** Opens the harness, has it process the values, and takes a snapshot of it. */
    public static <InputT, CommT> OperatorSubtaskState buildSubtaskState(
            OneInputStreamOperatorTestHarness<InputT, CommT> testHarness, List<InputT> input)
            throws Exception {
        testHarness.initializeEmptyState();
        testHarness.open();
        for (InputT value : input) {
            testHarness.processElement(new StreamRecord<>(value));
        }
        testHarness.prepareSnapshotPreBarrier(1);
        OperatorSubtaskState state = testHarness.snapshot(1, 1);
        testHarness.close();
        return state;
    }
}
