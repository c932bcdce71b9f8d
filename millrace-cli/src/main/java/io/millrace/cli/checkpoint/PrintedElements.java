// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.checkpoint;

import io.millrace.cli.Rows;
import io.millrace.cli.Surroundings;
import io.millrace.engine.inspect.InFlight;
import io.millrace.engine.inspect.Shown;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Writes what was on its way, a row for each record and watermark. */
final class PrintedElements implements InFlight.Sink {

    private static final int SAID = 3;

    private final Surroundings surroundings;
    private final Rows sheet;
    private final long most;
    private final Set<String> said = new LinkedHashSet<>();
    private long count;

    PrintedElements(Surroundings surroundings, Rows.Format format, long most) {
        this.surroundings = surroundings;
        this.most = most;
        this.sheet =
                new Rows(
                        surroundings.out(),
                        format,
                        List.of(
                                "operator",
                                "subtask",
                                "input",
                                "from",
                                "sender",
                                "element",
                                "timestamp",
                                "value"));
    }

    @Override
    public boolean element(InFlight.Element element) {
        if (count == most) {
            return false;
        }
        count++;
        if (element.value() instanceof Shown.Bytes bytes && said.size() < SAID) {
            said.add(bytes.why());
        }
        InFlight.Channel channel = element.channel();
        return sheet.row(
                        Arrays.asList(
                                channel.to(),
                                channel.subtask(),
                                channel.input(),
                                channel.from(),
                                channel.sender(),
                                element.watermark() ? "watermark" : "record",
                                element.timestamp(),
                                element.value()))
                && count < most;
    }

    void end() {
        sheet.end();
        said.forEach(why -> surroundings.say("some of it is shown as bytes, since " + why));
    }
}
