// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Deals the operator state of a checkpoint to the subtasks of an attempt, of whatever parallelism.
 * Pure: it looks at what handles say of themselves, never at their bytes.
 *
 * <ul>
 *   <li>Lists (ST-10): at unchanged parallelism each subtask gets its own back; else all are joined
 *       in order and cut into even pieces, the first ones longer by one.
 *   <li>Union lists (ST-11): everybody gets all.
 *   <li>Broadcast maps (ST-12): subtask i gets the copy of old subtask i mod the old parallelism;
 *       where that one had finished and so left none, one of the others.
 *   <li>Raw state (ST-16): partitions as lists; key groups, at another parallelism, to everybody,
 *       who keeps those of his own.
 * </ul>
 *
 * <p>Of a state of which a subtask gets nothing it still gets an empty share: so that every subtask
 * knows which states there were and in which mode.
 */
public final class OperatorStateRedistribution {

    public static final String LIST = "operator-list";
    public static final String UNION = "union-list";
    public static final String BROADCAST = "broadcast";

    private OperatorStateRedistribution() {}

    /** One old subtask's part of one state. */
    private record Piece(int oldSubtask, RestoredState restored, StateSummary summary) {}

    private record Dealt(int oldSubtask, RestoredShare share) {}

    /** What one subtask gets when all old ones were running. */
    public static List<RestoredShare> shares(
            List<List<RestoredState>> bySubtask, int subtask, int parallelism) {
        return shares(bySubtask, old -> false, subtask, parallelism);
    }

    /**
     * What one subtask gets.
     *
     * @param bySubtask the operator's handles by old subtask; a list for each, empty where it had
     *     no state. Keyed ones are passed over
     * @param gone whether an old subtask had finished, and thus has no state whatever it knew
     * @param subtask the new subtask
     * @param parallelism the new parallelism
     * @throws IllegalStateException when old subtasks disagree on a state's mode
     */
    public static List<RestoredShare> shares(
            List<List<RestoredState>> bySubtask, IntPredicate gone, int subtask, int parallelism) {
        Map<String, List<Piece>> states = new LinkedHashMap<>();
        for (int old = 0; old < bySubtask.size(); old++) {
            for (RestoredState restored : bySubtask.get(old)) {
                if (restored.handle().kind() == StateHandle.Kind.OPERATOR) {
                    for (StateSummary summary : restored.handle().states()) {
                        states.computeIfAbsent(summary.name(), name -> new ArrayList<>())
                                .add(new Piece(old, restored, summary));
                    }
                }
            }
        }
        List<Dealt> dealt = new ArrayList<>();
        states.forEach(
                (name, pieces) -> {
                    int before = dealt.size();
                    String mode = mode(name, pieces);
                    boolean rescaled = bySubtask.size() != parallelism;
                    if (mode.equals(UNION) || rescaled && mode.equals(RawState.KEY_GROUPS)) {
                        pieces.forEach(piece -> dealt.add(whole(piece)));
                    } else if (rescaled
                            && (mode.equals(LIST) || mode.equals(RawState.PARTITIONS))) {
                        cut(pieces, subtask, parallelism, dealt);
                    } else {
                        int own = subtask % bySubtask.size();
                        pieces.stream()
                                .filter(piece -> piece.oldSubtask == own)
                                .forEach(piece -> dealt.add(whole(piece)));
                        if (mode.equals(BROADCAST) && dealt.size() == before && gone.test(own)) {
                            dealt.add(whole(pieces.get(subtask % pieces.size())));
                        }
                    }
                    if (dealt.size() == before) {
                        dealt.add(share(pieces.get(0), 0, 0));
                    }
                });
        // In the order of the old subtasks, so that union lists are in one order everywhere.
        dealt.sort(Comparator.comparingInt(Dealt::oldSubtask));
        return dealt.stream().map(Dealt::share).toList();
    }

    private static void cut(List<Piece> pieces, int subtask, int parallelism, List<Dealt> dealt) {
        long total = 0;
        for (Piece piece : pieces) {
            total += piece.summary.entries();
        }
        long from = firstOf(total, subtask, parallelism);
        long to = firstOf(total, subtask + 1, parallelism);
        long start = 0;
        for (Piece piece : pieces) {
            long end = start + piece.summary.entries();
            if (start < to && end > from) {
                dealt.add(share(piece, Math.max(from, start) - start, Math.min(to, end) - start));
            }
            start = end;
        }
    }

    /**
     * The first of the elements that are a subtask's when so many are cut evenly; up to the first
     * of the next one they are its own.
     */
    static long firstOf(long elements, int subtask, int parallelism) {
        return subtask * (elements / parallelism) + Math.min(subtask, elements % parallelism);
    }

    private static Dealt whole(Piece piece) {
        return share(piece, 0, piece.summary.entries());
    }

    private static Dealt share(Piece piece, long from, long to) {
        return new Dealt(
                piece.oldSubtask,
                new RestoredShare(piece.restored, piece.summary.name(), from, to));
    }

    private static String mode(String name, List<Piece> pieces) {
        String mode = pieces.get(0).summary.kind();
        for (Piece piece : pieces) {
            if (!piece.summary.kind().equals(mode)) {
                throw new IllegalStateException(
                        "The checkpoint is not consistent: operator state '"
                                + name
                                + "' is "
                                + mode
                                + " in one subtask and "
                                + piece.summary.kind()
                                + " in another.");
            }
        }
        return mode;
    }
}
