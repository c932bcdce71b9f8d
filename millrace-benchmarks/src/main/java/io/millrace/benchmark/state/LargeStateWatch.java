// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.benchmark.state;

import io.millrace.configuration.MemorySize;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The process that watches: starts the job, kills it, starts it again, and reports. */
final class LargeStateWatch {

    private static final int PRINT_EACH_SECONDS = 10;

    /**
     * What the engine logs of each checkpoint; its log is the only one that knows when it began.
     */
    private static final Pattern COMPLETE =
            Pattern.compile("Checkpoint (\\d+) of job '.*' is complete after (\\d+) ms");

    private final Map<String, String> options;
    private final Path directory;
    private final long keys;
    private final int valueBytes;
    private final LargeStateCheckpoints checkpoints;
    private final Rate writing = new Rate("written");
    private final Rate reading = new Rate("read");
    private long killedAt;
    private long residentKib;

    LargeStateWatch(Map<String, String> options) {
        this.options = options;
        this.directory = Path.of(options.get("directory"));
        this.keys = LargeState.keys(options);
        this.valueBytes = Integer.parseInt(options.get("value"));
        this.checkpoints = new LargeStateCheckpoints(directory.resolve("checkpoints"));
    }

    /** Records of one kind, and the time in which they came. */
    private static final class Rate {
        private final String what;
        private long records;
        private long ms;
        private long recordsBefore;
        private long msBefore;

        Rate(String what) {
            this.what = what;
        }

        void now(String records, String ms) {
            this.records = recordsBefore + Long.parseLong(records);
            this.ms = msBefore + Long.parseLong(ms);
        }

        /** What a further process counts comes on top. */
        void next() {
            recordsBefore = records;
            msBefore = ms;
        }

        String tell(int bytes) {
            double perSecond = ms == 0 ? 0 : records * 1000.0 / ms;
            return text(
                    "%,d %s in %.1f s: %,.0f records/s, %.1f MB/s",
                    records, what, ms / 1000.0, perSecond, perSecond * bytes / 1e6);
        }
    }

    /** True if the bound of memory holds. */
    boolean run() throws Exception {
        if (Files.exists(directory.resolve("checkpoints"))) {
            throw new IllegalStateException(
                    directory + " has checkpoints of an earlier run; remove it first");
        }
        Files.createDirectories(directory);
        System.out.println(
                text("%,d keys of %,d bytes in %s; %s", keys, valueBytes, directory, options));
        long begin = System.nanoTime();
        child(true);
        child(false);
        System.out.println();
        System.out.println("state       " + writing.tell(valueBytes));
        System.out.println("            " + reading.tell(valueBytes) + ", all as written");
        checkpoints.tell();
        System.out.println(text("whole run   %d s", (System.nanoTime() - begin) / 1_000_000_000));
        return isBounded();
    }

    private boolean isBounded() {
        long heap = MemorySize.parse(options.get("heap")).getBytes() >> 20;
        long budget = Long.parseLong(options.get("budget"));
        long jvm = Long.parseLong(options.get("jvm"));
        long bound = heap + budget * 12 / 10 + jvm;
        long most = residentKib >> 10;
        System.out.println(
                text(
                        "memory      resident at most %,d MiB; the bound is heap %,d + 1.2 x budget"
                                + " %,d + JVM %,d = %,d MiB: %s",
                        most, heap, budget, jvm, bound, most <= bound ? "holds" : "EXCEEDED"));
        return most <= bound;
    }

    /**
     * Runs the job in a process of its own.
     *
     * @param kill whether to kill it when half of the state is there, and a checkpoint
     */
    private void child(boolean kill) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx" + options.get("heap"));
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add("-Dorg.slf4j.simpleLogger.log.io.millrace.engine.job.Checkpointing=debug");
        command.add(LargeState.class.getName());
        command.add("child=true");
        options.forEach((name, value) -> command.add(name + "=" + value));
        long begin = System.nanoTime();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        boolean killed = false;
        boolean done = false;
        int lines = 0;
        try (BufferedReader output =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                String[] words = line.split(" ", -1);
                Matcher complete = COMPLETE.matcher(line);
                if (complete.find()) {
                    checkpoints.complete(
                            Long.parseLong(complete.group(1)), Long.parseLong(complete.group(2)));
                } else if (words[0].equals("PROGRESS") || words[0].equals("DONE")) {
                    done |= words[0].equals("DONE");
                    writing.now(words[1], words[2]);
                    reading.now(words[3], words[4]);
                    residentKib = Math.max(residentKib, memory(process.pid(), "VmHWM:"));
                    if (++lines % PRINT_EACH_SECONDS == 0) {
                        progress(process.pid());
                    }
                    if (kill && isHalf()) {
                        killedAt = System.nanoTime();
                        process.destroyForcibly(); // SIGKILL; and nobody reads its output any more
                        killed = true;
                        break;
                    }
                } else if (words[0].equals("FIRST") && !kill) {
                    System.out.println(
                            text(
                                    "killed      first record of the next process %,d ms after the"
                                            + " kill, %s ms after its main began",
                                    (System.nanoTime() - killedAt) / 1_000_000, words[1]));
                } else if (words[0].equals("OPENED") && !kill) {
                    System.out.println(
                            text(
                                    "restore     all state there %s ms after main began, the JVM"
                                            + " included %,d ms",
                                    words[1], (System.nanoTime() - begin) / 1_000_000));
                } else if (!line.contains(" DEBUG ")) {
                    System.out.println(line);
                }
            }
        }
        int code = process.waitFor();
        if (kill && !killed) {
            throw new IllegalStateException(
                    "The job ended (exit code "
                            + code
                            + ") before it could be killed: make the state larger, or the interval"
                            + " between checkpoints shorter");
        }
        if (!kill && (code != 0 || !done)) {
            throw new IllegalStateException("The job failed; exit code " + code);
        }
        writing.next();
        reading.next();
        if (kill) {
            System.out.println(
                    text(
                            "killed      when %,d of %,d values were there; checkpoints %,d MiB",
                            writing.records, keys, checkpointMib()));
        }
    }

    private boolean isHalf() {
        return writing.records >= keys / 2 && checkpoints.count() > 0;
    }

    private void progress(long pid) {
        System.out.println(
                text(
                        "%,d written, %,d read, of %,d; %d checkpoints; resident %,d MiB",
                        writing.records,
                        reading.records,
                        keys,
                        checkpoints.count(),
                        memory(pid, "VmRSS:") >> 10));
    }

    /** In KiB; 0 for a process that has just ended. */
    private static long memory(long pid, String which) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/status"))) {
            return lines.filter(line -> line.startsWith(which))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }

    /** Of all that lies with checkpoints, in MiB. */
    private long checkpointMib() throws IOException {
        long sum = 0;
        try (Stream<Path> all = Files.walk(directory.resolve("checkpoints"))) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                sum += Files.size(file);
            }
        }
        return sum >> 20;
    }

    static String text(String format, Object... args) {
        return String.format(Locale.ROOT, format, args);
    }
}
