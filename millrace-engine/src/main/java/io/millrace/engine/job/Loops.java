// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.plan.ExecutionPlan;
import io.millrace.engine.task.Letter;
import io.millrace.engine.task.TaskKey;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out what {@link LoopEnds} decides about each loop of one attempt. Used by the supervisor
 * only.
 */
final class Loops {

    private static final Logger LOG = LoggerFactory.getLogger(Loops.class);

    private final Deployment deployment;
    private final List<LoopEnds> regions = new ArrayList<>();

    Loops(ExecutionPlan plan, Deployment deployment) {
        this.deployment = deployment;
        for (ExecutionPlan.LoopRegion region : plan.loops()) {
            Set<TaskKey> tasks = new LinkedHashSet<>(deployment.tasks());
            tasks.removeIf(task -> !region.vertices().contains(task.vertex()));
            tasks.removeAll(deployment.finishedBefore());
            regions.add(new LoopEnds(tasks, region.maxWaitMs()));
        }
    }

    /** A task tells how its flow stands. */
    void told(JobLetter.FlowTold letter, long nowMs) {
        for (LoopEnds region : regions) {
            if (region.tasks().contains(letter.task())) {
                region.told(letter.task(), letter.question(), letter.flow(), nowMs);
            }
        }
    }

    /** Does what is due; true when there was anything. */
    boolean tick(long nowMs) {
        boolean any = false;
        for (LoopEnds region : regions) {
            for (LoopEnds.Act act = region.next(nowMs);
                    act != LoopEnds.Act.WAIT;
                    act = region.next(nowMs)) {
                any = true;
                carryOut(region, act);
            }
        }
        return any;
    }

    private void carryOut(LoopEnds region, LoopEnds.Act act) {
        if (act != LoopEnds.Act.ASK) {
            LOG.debug("Nothing goes round between {}: {}", region.tasks(), act);
        }
        Letter letter =
                switch (act) {
                    case RELEASE -> new Letter.OfLoop(Letter.OfLoop.Word.RELEASE);
                    case CLOSE -> new Letter.OfLoop(Letter.OfLoop.Word.CLOSE);
                    case END -> new Letter.OfLoop(Letter.OfLoop.Word.END);
                    default -> new Letter.TellFlow(region.question());
                };
        region.tasks().forEach(task -> deployment.post(task, letter));
    }

    /** When {@link #tick} must be called at the latest. */
    long nextWakeAtMs() {
        long at = Long.MAX_VALUE;
        for (LoopEnds region : regions) {
            at = Math.min(at, region.nextWakeAtMs());
        }
        return at;
    }
}
