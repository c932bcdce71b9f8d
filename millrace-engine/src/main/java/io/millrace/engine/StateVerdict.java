// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine;

import io.millrace.engine.inspect.Snapshot;
import io.millrace.engine.offline.AskedFor;
import io.millrace.engine.offline.ProgramStates;
import io.millrace.engine.state.StateFit;
import io.millrace.engine.state.StateHead;
import io.millrace.engine.state.StateHeader;
import io.millrace.engine.state.TypeFit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What would become of one state of an operator.
 *
 * @param name the program's, or that of the timers
 * @param kind as snapshots name it: the program's, or where it has none the checkpoint's
 * @param verdict in a word
 * @param was its type in the checkpoint, with the kind where that has changed; empty where it has
 *     none
 * @param now its type in the program; empty where it has none, or that is not known
 * @param why what does not fit, or what is changed when it is taken over; empty for nothing
 */
public record StateVerdict(
        String name, String kind, Verdict verdict, String was, String now, String why) {

    /** What would become of it. */
    public enum Verdict {
        /** The program asks for it, and takes it over. */
        MATCHED,
        /** Only the program has it: it begins empty. */
        NEW,
        /** Only the checkpoint has it. */
        DROPPED,
        /** The program asks for it, and can't take it over: it would not begin. */
        INCOMPATIBLE,
        /** It was not found out what the program asks for. */
        UNKNOWN
    }

    /** Of an operator that is on both sides. */
    static List<StateVerdict> of(List<Snapshot.Held> held, ProgramStates program) {
        List<AskedFor> asked = program.asked();
        List<StateVerdict> verdicts = new ArrayList<>();
        for (Snapshot.Held each : held) {
            StateHead head = each.head();
            if (head == null) {
                verdicts.add(unread(each, asked));
                continue;
            }
            Optional<AskedFor> wanted = asked.stream().filter(one -> isSame(one, head)).findFirst();
            wanted.ifPresent(asked::remove);
            if (wanted.isEmpty() && !program.unknown().isEmpty()) {
                wanted = program.seen(head);
            }
            verdicts.add(
                    wanted.isPresent()
                            ? judged(head, wanted.get())
                            : withoutCounterpart(head, program));
        }
        for (AskedFor each : asked) {
            verdicts.add(
                    new StateVerdict(each.name(), each.kind(), Verdict.NEW, "", each.type(), ""));
        }
        return verdicts;
    }

    /** Of an operator that only the program has. */
    static List<StateVerdict> ofNew(ProgramStates program) {
        return of(List.of(), program);
    }

    /** Of an operator that the program does not have. */
    static List<StateVerdict> ofDropped(List<Snapshot.Held> held) {
        return held.stream()
                .map(
                        each ->
                                new StateVerdict(
                                        each.summary().name(),
                                        each.summary().kind(),
                                        Verdict.DROPPED,
                                        each.summary().type(),
                                        "",
                                        "the program has no operator for it"))
                .toList();
    }

    private static boolean isSame(AskedFor asked, StateHead head) {
        return asked.place() == AskedFor.Place.of(head) && asked.name().equals(head.name());
    }

    private static StateVerdict judged(StateHead head, AskedFor wanted) {
        StateFit fit =
                wanted.fit(
                        new StateHeader(
                                head.name(),
                                head.kind(),
                                head.type(),
                                head.shape(),
                                head.namespaces()));
        boolean fits = fit.outcome() != TypeFit.Outcome.INCOMPATIBLE;
        String was =
                head.kind().equals(wanted.kind()) ? head.type() : head.kind() + " " + head.type();
        return new StateVerdict(
                head.name(),
                wanted.kind(),
                fits ? Verdict.MATCHED : Verdict.INCOMPATIBLE,
                was,
                wanted.type().isEmpty() ? head.type() : wanted.type(),
                fit.why());
    }

    private static StateVerdict withoutCounterpart(StateHead head, ProgramStates program) {
        if (!program.unknown().isEmpty()) {
            return unknown(head, "", program.unknown());
        }
        Optional<AskedFor> declared = program.seen(head);
        if (declared.isPresent()) {
            StateVerdict later = judged(head, declared.get());
            return unknown(
                    head,
                    later.now(),
                    "a field of the function has its descriptor, but it is not asked for when the"
                            + " function opens: perhaps with a record"
                            + (later.verdict() == Verdict.INCOMPATIBLE
                                    ? ", and then it does not fit. " + later.why()
                                    : ""));
        } else if (program.mentions(head)) {
            return unknown(
                    head,
                    "",
                    "the code of the function has its name, but it is not asked for when the"
                            + " function opens: perhaps with a record");
        }
        return new StateVerdict(
                head.name(),
                head.kind(),
                Verdict.DROPPED,
                head.type(),
                "",
                "the program does not ask for it when it opens: it is kept, unread, in later"
                        + " checkpoints");
    }

    private static StateVerdict unknown(StateHead head, String now, String why) {
        return new StateVerdict(head.name(), head.kind(), Verdict.UNKNOWN, head.type(), now, why);
    }

    /** All that is known of it is a text. */
    private static StateVerdict unread(Snapshot.Held held, List<AskedFor> asked) {
        List<AskedFor> named =
                asked.stream()
                        .filter(each -> each.name().equals(held.summary().name()))
                        .filter(each -> each.place() != AskedFor.Place.OPERATOR)
                        .toList();
        asked.removeAll(named);
        return new StateVerdict(
                held.summary().name(),
                held.summary().kind(),
                Verdict.UNKNOWN,
                held.summary().type(),
                named.isEmpty() ? "" : named.get(0).type(),
                "there is no reader here for the form it lies in");
    }
}
