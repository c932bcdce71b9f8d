// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.demo;

import io.millrace.cli.UsageException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * One run of the demo: count plainly, start a child, kill it, start the next, and compare at the
 * end.
 *
 * <h2>Why no kill comes too late</h2>
 *
 * <p>The input has to last for all kills, however slow or fast the machine is. So each child that
 * is to be killed may read only its share, {@code lines / (kills + 1)}; then its sources wait,
 * checkpoints go on, and there is all the time in the world to kill it. What all of them read
 * together is less than the input, since a successor begins where a checkpoint was, not later. Only
 * the last child may read to the end. Within its share a child is killed once it has read a part
 * that the seed draws and has completed a checkpoint, and then a little later, so that kills fall
 * anywhere between checkpoints.
 */
final class Demo {

    /** How long a child may stay silent until it is given up. */
    private static final long SILENCE_MS = 60_000;

    /** How long a small input is made to last for each child. */
    private static final double SECONDS_PER_CHILD = 0.9;

    private static final int LATER_MS = 120;
    private static final long SIGNAL_WAIT_MS = 1000;
    private static final int BASE_HEAP_MB = 192;
    private static final int WORDS_PER_MB = 2000;
    private static final int MOST_HEAP_MB = 2048;
    private static final int MANY_WORDS = 5_000_000;

    /**
     * What was asked for.
     *
     * @param inputs files to read
     * @param kills how often a child is killed
     * @param parallelism of the job
     * @param seed draws the moments of the kills
     */
    record Request(List<Path> inputs, int kills, int parallelism, long seed) {}

    private record Life(String from, long records, int checkpoints, String end) {}

    private final Request request;
    private final PrintStream out;
    private final SplittableRandom random;
    private final boolean animated;

    private final List<Life> lives = new ArrayList<>();
    private final Set<Long> checkpoints = new HashSet<>();
    private long recordsBefore;
    private int kills;
    private int restores;
    private String failure;
    private volatile Child child;
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private long lastProgressAt;
    private String lastProgress;

    /**
     * @param animated whether the line of progress may overwrite itself
     */
    Demo(Request request, PrintStream out, boolean animated) {
        this.request = request;
        this.out = out;
        this.animated = animated;
        this.random = new SplittableRandom(request.seed());
    }

    /** Runs it; true when every count was right. */
    boolean run() throws IOException, InterruptedException {
        long startedAt = System.nanoTime();
        PlainCount plain = plainCount();
        if (plain.words() == 0) {
            throw new UsageException(
                    "There is no word in "
                            + (request.inputs().size() == 1
                                    ? request.inputs().get(0)
                                    : "the " + request.inputs().size() + " input files")
                            + ", so nothing could be counted; name a text with --input");
        }
        out.printf(
                Locale.ROOT,
                "Counting the words of %,d lines in %,d file%s, killing the job %d time%s (seed %d).%n",
                plain.lines(),
                request.inputs().size(),
                request.inputs().size() == 1 ? "" : "s",
                request.kills(),
                request.kills() == 1 ? "" : "s",
                request.seed());
        Comparison comparison = null;
        Workspace workspace = Workspace.create();
        Thread hook = new Thread(() -> interrupt(workspace), "demo clean-up");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            live(workspace, plain);
            if (failure == null) {
                comparison = Comparison.of(workspace.output(), plain.counts());
            }
        } catch (IOException e) {
            // A process that a signal ends while it is being started looks like this.
            stayIfInterrupted(true);
            throw e;
        } finally {
            cleanUp(workspace);
            remove(hook);
        }
        stayIfInterrupted();
        double seconds = (System.nanoTime() - startedAt) / 1e9;
        return report(plain, comparison, seconds);
    }

    private PlainCount plainCount() {
        try {
            return PlainCount.of(request.inputs());
        } catch (IOException e) {
            throw new UsageException(e.getMessage(), e);
        }
    }

    // ---- the children ----

    private void live(Workspace workspace, PlainCount plain)
            throws IOException, InterruptedException {
        long share = plain.lines() / (request.kills() + 1);
        long perSecond =
                (long) Math.max(1, plain.lines() / (SECONDS_PER_CHILD * (request.kills() + 1)));
        List<String> jvmOptions = jvmOptions(plain);
        for (int n = 0; n <= request.kills() && failure == null; n++) {
            boolean last = n == request.kills();
            JobSettings settings =
                    new JobSettings(
                            request.inputs(),
                            workspace.output(),
                            workspace.checkpoints(),
                            request.parallelism(),
                            perSecond,
                            last ? Long.MAX_VALUE : share,
                            n > 0);
            start(n, settings, workspace, jvmOptions);
            boolean asPlanned = last ? finish(child) : killInTime(child, share);
            stayIfInterrupted();
            remember(n);
            if (!asPlanned && failure == null) {
                failure = "a child ended by itself, with code " + child.exitCode();
            }
            if (n > 0 && failure == null && child.restoredFrom().isEmpty()) {
                failure = "a child did not begin from a checkpoint";
            }
            if (failure != null) {
                failure += tail(workspace.log(n));
            }
        }
        endProgress();
    }

    private void start(int n, JobSettings settings, Workspace workspace, List<String> jvmOptions)
            throws IOException, InterruptedException {
        synchronized (interrupted) {
            if (interrupted.getCount() > 0) {
                settings.write(workspace.settings(n));
                child = Child.start(workspace.settings(n), workspace.log(n), jvmOptions);
            }
        }
        stayIfInterrupted();
    }

    /**
     * Memory by the number of words; and for a small input no more compilers and collectors than it
     * is worth.
     */
    private static List<String> jvmOptions(PlainCount plain) {
        int heap = Math.min(MOST_HEAP_MB, BASE_HEAP_MB + plain.counts().size() / WORDS_PER_MB);
        List<String> options = new ArrayList<>(List.of("-Xmx" + heap + "m", "-XX:+UseSerialGC"));
        if (plain.words() < MANY_WORDS) {
            options.add("-XX:TieredStopAtLevel=1");
        }
        return options;
    }

    private boolean killInTime(Child victim, long share) throws InterruptedException {
        long enough = (long) (share * random.nextDouble());
        long laterMs = random.nextLong(LATER_MS);
        if (!watch(victim, () -> !victim.checkpointIds().isEmpty() && victim.records() >= enough)) {
            return false;
        }
        long at = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(laterMs);
        watch(victim, () -> System.nanoTime() >= at);
        boolean killed = victim.kill();
        kills += killed ? 1 : 0;
        return killed;
    }

    private boolean finish(Child survivor) throws InterruptedException {
        watch(survivor, () -> false);
        if (failure != null) {
            return false;
        }
        survivor.hearTheRest();
        return survivor.exitCode() == 0;
    }

    private interface Condition {
        boolean holds();
    }

    /** Listens until the condition holds; false when the child ended first or fell silent. */
    private boolean watch(Child watched, Condition condition) throws InterruptedException {
        long heardAt = System.nanoTime();
        long least = watched.lastCheckpoint();
        while (!condition.holds()) {
            long recordsSoFar = watched.records();
            watched.hear(10);
            boolean alive = watched.isAlive();
            if (watched.records() > recordsSoFar || watched.lastCheckpoint() > least) {
                heardAt = System.nanoTime();
                least = watched.lastCheckpoint();
            }
            progress(watched, false);
            if (!alive) {
                return condition.holds();
            }
            if (System.nanoTime() - heardAt > TimeUnit.MILLISECONDS.toNanos(SILENCE_MS)) {
                watched.kill();
                failure = "a child made no progress for " + SILENCE_MS / 1000 + " s";
                return false;
            }
        }
        return true;
    }

    private void remember(int n) {
        restores += child.restoredFrom().isPresent() ? 1 : 0;
        // It may have been killed before it could tell of a checkpoint that its successor began
        // from.
        child.restoredFrom().ifPresent(checkpoints::add);
        checkpoints.addAll(child.checkpointIds());
        recordsBefore += child.records();
        lives.add(
                new Life(
                        child.restoredFrom()
                                .map(id -> "checkpoint " + id)
                                .orElse(n == 0 ? "the beginning" : "nothing"),
                        child.records(),
                        child.checkpointIds().size(),
                        n < request.kills() ? "kill -9" : "the input's end"));
        progress(null, true);
    }

    private static String tail(Path log) throws IOException {
        if (!Files.exists(log)) {
            return "";
        }
        List<String> lines = Files.readAllLines(log, StandardCharsets.UTF_8);
        List<String> last = lines.subList(Math.max(0, lines.size() - 30), lines.size());
        return last.isEmpty() ? "" : "; it said:\n    " + String.join("\n    ", last);
    }

    // ---- what people see ----

    private void progress(Child running, boolean now) {
        long at = System.nanoTime();
        boolean due = at - lastProgressAt > TimeUnit.MILLISECONDS.toNanos(animated ? 100 : 1000);
        if (!due && !now) {
            return;
        }
        lastProgressAt = at;
        Set<Long> ids = new HashSet<>(checkpoints);
        if (running != null) {
            ids.addAll(running.checkpointIds());
        }
        String line =
                String.format(
                        Locale.ROOT,
                        "  records %,11d   checkpoints %4d   kills %d of %d",
                        recordsBefore + (running == null ? 0 : running.records()),
                        ids.size(),
                        kills,
                        request.kills());
        if (animated) {
            out.print("\r" + line);
            out.flush();
        } else if (!line.equals(lastProgress)) {
            // Around a kill, and while a process starts, there is nothing new to tell.
            out.println(line);
        }
        lastProgress = line;
    }

    private void endProgress() {
        if (animated) {
            out.println();
        }
    }

    private boolean report(PlainCount plain, Comparison comparison, double seconds) {
        out.println();
        out.printf(
                Locale.ROOT,
                "  %-8s %-16s %12s %12s   %s%n",
                "process",
                "began from",
                "records",
                "checkpoints",
                "ended by");
        for (int i = 0; i < lives.size(); i++) {
            Life life = lives.get(i);
            out.printf(
                    Locale.ROOT,
                    "  %-8d %-16s %,12d %,12d   %s%n",
                    i + 1,
                    life.from(),
                    life.records(),
                    life.checkpoints(),
                    life.end());
        }
        if (comparison != null) {
            out.println();
            out.printf(
                    Locale.ROOT,
                    "  plain count: %,d words; committed: %,d counts in %,d files%n",
                    plain.words(),
                    comparison.committed(),
                    comparison.files());
            if (comparison.isEqual()) {
                mostFrequent(plain.counts());
            }
            comparison.differences().forEach(difference -> out.println("  wrong: " + difference));
        }
        if (failure != null) {
            out.println("  failed: " + failure);
        }
        if (failure == null && (kills != request.kills() || restores != request.kills())) {
            out.println(
                    "  wrong: kills and restores differ from the "
                            + request.kills()
                            + " asked for");
        }
        boolean pass =
                failure == null
                        && comparison != null
                        && comparison.isEqual()
                        && kills == request.kills()
                        && restores == request.kills();
        out.println();
        out.printf(
                Locale.ROOT,
                "exactly-once: %s words=%d distinct=%d kills=%d checkpoints=%d restores=%d seconds=%.1f%n",
                pass ? "PASS" : "FAIL",
                plain.words(),
                plain.counts().size(),
                kills,
                checkpoints.size(),
                restores,
                seconds);
        return pass;
    }

    private void mostFrequent(Map<String, Long> counts) {
        counts.entrySet().stream()
                .sorted(
                        Map.Entry.<String, Long>comparingByValue()
                                .reversed()
                                .thenComparing(Map.Entry.comparingByKey()))
                .limit(3)
                .forEach(
                        count ->
                                out.printf(
                                        Locale.ROOT,
                                        "    %-16s 1 to %,d, each once%n",
                                        count.getKey(),
                                        count.getValue()));
    }

    // ---- the end ----

    /**
     * A signal has come: no further child is started, and nothing stays. Run by the shutdown hook.
     */
    private void interrupt(Workspace workspace) {
        synchronized (interrupted) {
            interrupted.countDown();
        }
        cleanUp(workspace);
    }

    /** After a signal this thread has nothing more to say; the hook ends the process. */
    private void stayIfInterrupted() throws InterruptedException {
        // The signal may have gone to the child, too, which may be quicker in ending than we in
        // hearing of it.
        stayIfInterrupted(child != null && child.endedBySignal());
    }

    private void stayIfInterrupted(boolean probably) throws InterruptedException {
        if (interrupted.await(probably ? SIGNAL_WAIT_MS : 0, TimeUnit.MILLISECONDS)) {
            new CountDownLatch(1).await();
        }
    }

    private void cleanUp(Workspace workspace) {
        Child running = child;
        try {
            if (running != null && running.isAlive()) {
                running.kill();
            }
            workspace.close();
        } catch (IOException e) {
            out.println("The folder " + workspace.folder() + " could not be removed: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The hook runs already and does what is to be done.
        }
    }
}
