// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.export;

import io.millrace.cli.Surroundings;
import io.millrace.cli.UsageException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code millrace export}. */
@Command(
        name = "export",
        description = {
            "Makes a jar that runs on a cluster of Apache Flink of a jar that runs here.",
            "What that Flink has no longer is bridged, or the job is refused with a list of it."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the jar was written",
            "1:the job uses what that Flink does not have; nothing was written",
            "2:wrong usage; nothing was written",
            "4:a file could not be read or written"
        })
public final class ExportCommand implements Callable<Integer> {

    private static final int WRITTEN = 0;
    private static final int REFUSED = 1;
    private static final int FILES = 4;

    @Option(
            names = "--target",
            paramLabel = "FLINK",
            required = true,
            description = "The Flink of the cluster: flink-1.20 or flink-2.3.")
    private String target;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description = "Where to write the jar; by default NAME-FLINK.jar beside it.")
    private Path output;

    @Option(
            names = {"-c", "--class"},
            paramLabel = "CLASS",
            description = "The class with the main method; by default the jar's Main-Class.")
    private String mainClass;

    @Option(
            names = "--lib",
            paramLabel = "JAR",
            description =
                    "A jar that the job needs and the cluster has not, such as one of Flink's connectors: it is put into the new jar.")
    private List<Path> libraries = new ArrayList<>();

    @Parameters(paramLabel = "JAR", description = "The program.")
    private Path jar;

    private final Surroundings surroundings;

    public ExportCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Target chosen = Target.named(target);
        if (chosen == null) {
            throw new UsageException(
                    "--target is "
                            + Arrays.stream(Target.values())
                                    .map(Target::toString)
                                    .collect(Collectors.joining(" or "))
                            + ", not '"
                            + target
                            + "'");
        }
        Path out = output == null ? beside(chosen) : output;
        try {
            return export(chosen, out);
        } catch (IOException e) {
            surroundings.say(e.getMessage());
            return FILES;
        }
    }

    private Path beside(Target chosen) {
        String name = jar.getFileName().toString();
        String plain = name.endsWith(".jar") ? name.substring(0, name.length() - 4) : name;
        return jar.resolveSibling(plain + "-" + chosen + ".jar");
    }

    private int export(Target chosen, Path out) throws IOException {
        Map<String, byte[]> brought = new LinkedHashMap<>();
        for (Path library : libraries) {
            byte[] content = read("--lib " + library, library);
            byte[] other = brought.put(library.getFileName().toString(), content);
            if (other != null && !Arrays.equals(other, content)) {
                throw new UsageException(
                        "two of --lib are called "
                                + library.getFileName()
                                + "; in the new jar they would be one, so call one of them otherwise");
            }
        }
        checkFile("the jar " + jar, jar);
        OutputJar written = new OutputJar(out);
        if (written.is(jar)) {
            throw new UsageException(out + " is the jar itself; say another one with -o");
        }
        try (LargeFiles files = open()) {
            return export(chosen, brought, files, written, out);
        }
    }

    private LargeFiles open() throws IOException {
        try {
            return new LargeFiles(jar.toString(), jar);
        } catch (AccessDeniedException e) {
            throw new IOException(
                    "the jar " + jar + " can't be read: its permissions forbid it", e);
        }
    }

    private int export(
            Target chosen,
            Map<String, byte[]> brought,
            LargeFiles files,
            OutputJar written,
            Path out)
            throws IOException {
        Export export = new Export(chosen);
        byte[] exported = export.of(jar, files.rest(), mainClass, brought);
        if (exported == null) {
            int count = export.absences();
            surroundings.say(
                    jar
                            + " can't run on "
                            + chosen.title()
                            + ", which lacks "
                            + (count == 1 ? "one thing" : count + " things")
                            + " it uses:");
            export.refusal().forEach(surroundings.err()::println);
            return REFUSED;
        }
        written.write(to -> files.write(exported, to));
        export.remarks().forEach(surroundings::say);
        if (export.isBridged()) {
            surroundings.say(
                    out
                            + " is for "
                            + chosen.title()
                            + " only, with what was bridged; keep "
                            + jar
                            + ", which is what runs here");
        }
        surroundings
                .out()
                .println(
                        out
                                + (export.mainClass() == null
                                        ? ": say which class to start with flink run -c CLASS"
                                        : ": flink run -c " + export.mainClass() + " " + out));
        surroundings.out().flush();
        return WRITTEN;
    }

    private static void checkFile(String what, Path file) {
        if (!Files.isRegularFile(file)) {
            throw new UsageException(
                    what
                            + (Files.isDirectory(file)
                                    ? " is a directory"
                                    : Files.exists(file) ? " is no file" : " does not exist"));
        }
    }

    private static byte[] read(String what, Path file) throws IOException {
        checkFile(what, file);
        try {
            return Files.readAllBytes(file);
        } catch (AccessDeniedException e) {
            throw new IOException(what + " can't be read: its permissions forbid it", e);
        } catch (IOException e) {
            throw new IOException(what + " can't be read: " + e.getMessage(), e);
        }
    }
}
