// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.flink;

import io.millrace.rename.Absence;
import io.millrace.rename.LinkCheck;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The program as the check of links sees it: what its loader would load, and what it names. */
final class ProgramCode implements LinkCheck.Code {

    private static final String CLASS = ".class";
    private static final String SERVICES = "META-INF/services/";

    private final RenamingClassLoader loader;
    private final Map<String, List<String>> providers = new HashMap<>();

    ProgramCode(RenamingClassLoader loader) throws IOException {
        this.loader = loader;
        for (ProgramFiles.Place place : loader.files().places()) {
            for (String path : place.paths()) {
                if (path.startsWith(SERVICES)) {
                    readProviders(path, place.read(path));
                }
            }
        }
    }

    private void readProviders(String path, byte[] content) throws IOException {
        byte[] renamed = loader.names().toMillrace().content(path, content);
        String service = loader.names().toMillrace().resource(path).substring(SERVICES.length());
        List<String> named =
                providers.computeIfAbsent(service.replace('.', '/'), none -> new ArrayList<>());
        try (InputStream in = new ByteArrayInputStream(renamed)) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.replaceFirst("#.*", "").strip())
                    .filter(line -> !line.isEmpty())
                    .forEach(line -> named.add(line.replace('.', '/')));
        }
    }

    /** What the code would not find, from where it begins. */
    LinkCheck.Result check(ProgramRoots roots) throws IOException {
        try {
            LinkCheck.Result found =
                    new LinkCheck(this, this::ours, FlinkNames::isOfFlink)
                            .check(roots.main(), roots.named());
            List<Absence> absences =
                    found.absences().stream().filter(absence -> !isNeedless(absence)).toList();
            return new LinkCheck.Result(absences, found.unreached(), found.present());
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /**
     * A sink of Flink 2 has one way to make a writer. Flink 1.20 has an older one beside it, which
     * is never taken for a sink that has the newer.
     */
    private static boolean isNeedless(Absence absence) {
        return absence.kind() == Absence.Kind.BODY
                && absence.within().equals("io/millrace/api/connector/sink2/Sink")
                && absence.name().equals("createWriter");
    }

    @Override
    public byte[] classFile(String internalName) {
        try {
            return loader.classFile(internalName);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean mayNameTarget(byte[] classFile) {
        String text = new String(classFile, StandardCharsets.ISO_8859_1);
        return text.contains("io/millrace/") || text.contains("org/apache/flink/");
    }

    @Override
    public Collection<String> providers(String service) {
        return providers.getOrDefault(service, List.of());
    }

    /** What the launcher has, and Java. */
    private byte[] ours(String internalName) {
        try (InputStream in = loader.getParent().getResourceAsStream(internalName + CLASS)) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
