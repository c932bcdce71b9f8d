// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.migrate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * A change as a patch that {@code git apply} and {@code patch -p1} take.
 *
 * <p>A migration changes lines where they are and takes some away, so most lines of both texts face
 * each other. The shortest way from one text to the other is found as Myers has it, which is quick
 * when the texts differ little.
 */
final class UnifiedDiff {

    private static final int CONTEXT = 3;

    /** Of texts that differ more, one is shown after the other: the way costs its square. */
    private static final int MOST_STEPS = 4000;

    /** A line as it stands in the patch: a space, a minus or a plus before it. */
    private record Line(char sign, String text) {}

    private UnifiedDiff() {}

    /** The patch, with the characters of the texts; empty if nothing changes. */
    static String of(FileChange change) {
        if (change.isNothing()) {
            return "";
        }
        StringBuilder patch = new StringBuilder();
        patch.append("diff --git a/").append(change.from());
        patch.append(" b/").append(change.to()).append('\n');
        if (change.isMove()) {
            patch.append("rename from ").append(change.from()).append('\n');
            patch.append("rename to ").append(change.to()).append('\n');
        }
        if (!change.before().equals(change.after())) {
            patch.append("--- a/").append(change.from()).append('\n');
            patch.append("+++ b/").append(change.to()).append('\n');
            hunks(lines(lineList(change.before()), lineList(change.after())), patch);
        }
        return patch.toString();
    }

    /** Where a line of the old text, or what took its place, is in the new one. */
    static int lineAfter(FileChange change, int line) {
        List<Line> lines = lines(lineList(change.before()), lineList(change.after()));
        int old = 0;
        int now = 1;
        int block = 1;
        int inBlock = 0;
        for (int i = 0; i < lines.size(); i++) {
            char sign = lines.get(i).sign();
            if (sign == '-') {
                old++;
                if (old == line) {
                    int added = 0;
                    while (i < lines.size() && lines.get(i).sign() != ' ') {
                        added += lines.get(i).sign() == '+' ? 1 : 0;
                        i++;
                    }
                    return block + Math.max(0, Math.min(inBlock, added - 1));
                }
                inBlock++;
                continue;
            }
            now++;
            if (sign == ' ') {
                old++;
                if (old == line) {
                    return now - 1;
                }
                block = now;
                inBlock = 0;
            }
        }
        return line;
    }

    /** The lines with their ends. */
    private static List<String> lineList(String text) {
        List<String> lines = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int end = text.indexOf('\n', at);
            end = end < 0 ? text.length() : end + 1;
            lines.add(text.substring(at, end));
            at = end;
        }
        return lines;
    }

    private static List<Line> lines(List<String> before, List<String> after) {
        int n = before.size();
        int m = after.size();
        List<int[]> trace = new ArrayList<>();
        int[] furthest = new int[2 * (n + m) + 3];
        int middle = n + m + 1;
        for (int d = 0; d <= Math.min(n + m, MOST_STEPS); d++) {
            trace.add(Arrays.copyOfRange(furthest, middle - d - 1, middle + d + 2));
            for (int k = -d; k <= d; k += 2) {
                boolean down =
                        k == -d || k != d && furthest[middle + k - 1] < furthest[middle + k + 1];
                int x = down ? furthest[middle + k + 1] : furthest[middle + k - 1] + 1;
                int y = x - k;
                while (x < n && y < m && before.get(x).equals(after.get(y))) {
                    x++;
                    y++;
                }
                furthest[middle + k] = x;
                if (x >= n && y >= m) {
                    return way(before, after, trace, d);
                }
            }
        }
        List<Line> all = new ArrayList<>();
        before.forEach(line -> all.add(new Line('-', line)));
        after.forEach(line -> all.add(new Line('+', line)));
        return all;
    }

    /** Goes the way back. */
    private static List<Line> way(
            List<String> before, List<String> after, List<int[]> trace, int steps) {
        List<Line> lines = new ArrayList<>();
        int x = before.size();
        int y = after.size();
        for (int d = steps; d > 0; d--) {
            int[] furthest = trace.get(d);
            int middle = d + 1;
            int k = x - y;
            boolean down = k == -d || k != d && furthest[middle + k - 1] < furthest[middle + k + 1];
            int fromK = down ? k + 1 : k - 1;
            int fromX = furthest[middle + fromK];
            int fromY = fromX - fromK;
            while (x > fromX && y > fromY) {
                x--;
                y--;
                lines.add(new Line(' ', before.get(x)));
            }
            lines.add(down ? new Line('+', after.get(fromY)) : new Line('-', before.get(fromX)));
            x = fromX;
            y = fromY;
        }
        while (x > 0) {
            x--;
            lines.add(new Line(' ', before.get(x)));
        }
        Collections.reverse(lines);
        return lines;
    }

    private static void hunks(List<Line> lines, StringBuilder patch) {
        int at = 0;
        int old = 1;
        int now = 1;
        while (at < lines.size()) {
            int first = at;
            while (first < lines.size() && lines.get(first).sign() == ' ') {
                first++;
            }
            if (first == lines.size()) {
                return;
            }
            int from = Math.max(at, first - CONTEXT);
            old += from - at;
            now += from - at;
            int last = first;
            for (int i = first; i < lines.size() && i <= last + 2 * CONTEXT; i++) {
                if (lines.get(i).sign() != ' ') {
                    last = i;
                }
            }
            int to = Math.min(lines.size(), last + CONTEXT + 1);
            List<Line> hunk = lines.subList(from, to);
            int oldCount = (int) hunk.stream().filter(line -> line.sign() != '+').count();
            int newCount = (int) hunk.stream().filter(line -> line.sign() != '-').count();
            patch.append("@@ -").append(range(old, oldCount));
            patch.append(" +").append(range(now, newCount)).append(" @@\n");
            for (Line line : hunk) {
                patch.append(line.sign()).append(line.text());
                if (!line.text().endsWith("\n")) {
                    patch.append("\n\\ No newline at end of file\n");
                }
            }
            old += oldCount;
            now += newCount;
            at = to;
        }
    }

    private static String range(int start, int count) {
        return count == 1 ? "" + start : (count == 0 ? start - 1 : start) + "," + count;
    }
}
