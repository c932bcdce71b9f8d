// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.CheckpointingMode;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.IterativeStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Jobs;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The loop of fault-tolerance.md. */
@Timeout(180)
class LoopPageTest {

    /** Accepted when it has been tried as often as the bank wants. */
    private record Transfer(String account, int tries, int wanted) {
        Transfer attempt() {
            return new Transfer(account, tries + 1, wanted);
        }

        boolean isAccepted() {
            return tries >= wanted;
        }
    }

    @Test
    @DisplayName("M16, M18: fault-tolerance.md, payments that go round until they are accepted")
    @SuppressWarnings("deprecation") // the document's own call
    void payments() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        DataStream<Transfer> transfers =
                env.fromData(
                        new Transfer("anna", 0, 3),
                        new Transfer("bert", 0, 1),
                        new Transfer("carl", 0, 40));
        // snippet: Loop
        env.enableCheckpointing(1000, CheckpointingMode.EXACTLY_ONCE, true); // with loops, too

        IterativeStream<Transfer> open = transfers.iterate();
        DataStream<Transfer> tried = open.map(Transfer::attempt); // asks the bank
        open.closeWith(tried.filter(transfer -> !transfer.isAccepted()));
        DataStream<Transfer> accepted = tried.filter(Transfer::isAccepted);
        // end of snippet
        Collected<Transfer> sink = new Collected<>();
        accepted.addSink(sink);
        Jobs.run(env, "transfers");

        assertThat(sink.values())
                .containsExactlyInAnyOrder(
                        new Transfer("anna", 3, 3),
                        new Transfer("bert", 1, 1),
                        new Transfer("carl", 40, 40));
    }
}
