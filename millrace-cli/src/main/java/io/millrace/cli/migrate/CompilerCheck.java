// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.migrate;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import io.millrace.cli.lacking.Absences;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Lets the compiler look at the migrated sources, for it alone knows which member a call means.
 *
 * <p>What the sources need besides Millrace is mostly not at hand, so that they cannot be compiled
 * as a whole; what is told of is only what the compiler misses in classes of ours. That a member is
 * missing is sure whatever else is. That a call does not fit may come of a type that is not at
 * hand, and is told only of sources in which nothing else is wrong.
 */
final class CompilerCheck {

    private static final Pattern SYMBOL = Pattern.compile("symbol:\\s+(\\w+) ([^\\s(]+)");
    private static final Pattern LOCATION =
            Pattern.compile(
                    "location:\\s+(?:\\w+ )?(?:\\S+ of type )?((?:@\\S+ )*)(io\\.millrace\\.[\\w.$]+)");
    private static final Pattern WILDCARD =
            Pattern.compile("(?m)^\\s*import\\s+(io\\.millrace\\.[\\w.]+)\\.\\*\\s*;");
    private static final Pattern OURS = Pattern.compile("\\bio\\.millrace\\.[\\w.]+");

    private final Map<String, String> sources;
    private final Absences absences;
    private final KnownClasses known;

    private CompilerCheck(Map<String, String> sources, KnownClasses known, Absences absences) {
        this.sources = sources;
        this.known = known;
        this.absences = absences;
    }

    /** Whether this Java has a compiler. */
    static boolean isPossible() {
        return ToolProvider.getSystemJavaCompiler() != null;
    }

    /**
     * @param sources path to text, after the migration
     */
    static List<Finding> findings(
            Map<String, String> sources, KnownClasses known, Absences absences) {
        if (sources.isEmpty() || !isPossible()) {
            return List.of();
        }
        try {
            return new CompilerCheck(sources, known, absences).findings();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Finding> findings() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        List<Finding> findings = new ArrayList<>();
        try (StandardJavaFileManager files =
                compiler.getStandardFileManager(
                        diagnostics, Locale.ENGLISH, StandardCharsets.UTF_8)) {
            files.setLocationFromPaths(StandardLocation.CLASS_PATH, known.classPath());
            files.setLocationFromPaths(StandardLocation.SOURCE_PATH, List.of());
            List<Source> units =
                    sources.entrySet().stream()
                            .filter(source -> !source.getKey().endsWith("module-info.java"))
                            .map(source -> new Source(source.getKey(), source.getValue()))
                            .toList();
            Writer nowhere = new StringWriter();
            JavacTask task =
                    (JavacTask)
                            compiler.getTask(
                                    nowhere,
                                    files,
                                    diagnostics,
                                    List.of(
                                            "-proc:none",
                                            "-Xlint:none",
                                            "-Xmaxerrs",
                                            "1000000",
                                            // Goes on after a name that is not found, and says all
                                            // names whole.
                                            "-XDshould-stop.ifError=ATTR",
                                            "-XDdiags.formatterOptions=-simpleNames,-where"),
                                    null,
                                    units);
            List<CompilationUnitTree> trees = new ArrayList<>();
            task.parse().forEach(trees::add);
            task.analyze();
            Trees positions = Trees.instance(task);
            for (CompilationUnitTree tree : trees) {
                new RefusedCalls(tree, positions, findings).scan(tree, null);
            }
        }
        missing(diagnostics.getDiagnostics(), findings);
        return findings;
    }

    private void missing(
            List<Diagnostic<? extends JavaFileObject>> diagnostics, List<Finding> findings) {
        Set<String> wrongElsewhere = new HashSet<>();
        List<Finding> unsure = new ArrayList<>();
        Set<String> told = new HashSet<>();
        for (Diagnostic<? extends JavaFileObject> diagnostic : diagnostics) {
            if (diagnostic.getKind() != Diagnostic.Kind.ERROR || diagnostic.getSource() == null) {
                continue;
            }
            String file = file(diagnostic.getSource());
            String message = diagnostic.getMessage(Locale.ENGLISH);
            String code = diagnostic.getCode();
            int line = (int) diagnostic.getLineNumber();
            Matcher symbol = SYMBOL.matcher(message);
            Matcher location = LOCATION.matcher(message);
            if (code.startsWith("compiler.err.cant.resolve")
                    && symbol.find()
                    && location.find()
                    // The tree's own classes may stand under our root, too.
                    && known.hasClass(location.group(2).replace('$', '.'))) {
                findings.add(
                        new Finding(
                                file,
                                line,
                                member(location.group(2), symbol.group(1), symbol.group(2))));
            } else if (code.equals("compiler.err.doesnt.exist")
                    || code.startsWith("compiler.err.cant.resolve")) {
                // Imports and names were looked at already; this one is another library's, or
                // follows from them, or stands for a class of a package that is imported whole.
                wrongElsewhere.add(file);
                Matcher name = SYMBOL.matcher(message);
                if (name.find() && Set.of("class", "variable").contains(name.group(1))) {
                    ofWholePackage(file, name.group(2))
                            .filter(missing -> told.add(file + missing))
                            .ifPresent(text -> findings.add(new Finding(file, line, text)));
                }
            } else if (OURS.matcher(message).find() && FITS.contains(code)) {
                unsure.add(
                        new Finding(
                                file,
                                line,
                                "does not fit what is here: "
                                        + message.replaceAll("\\s+", " ").strip()));
            } else {
                wrongElsewhere.add(file);
            }
        }
        unsure.stream()
                .filter(finding -> !wrongElsewhere.contains(finding.file()))
                .forEach(findings::add);
    }

    /** What of an imported package is known not to be here; empty if nothing is known of it. */
    private Optional<String> ofWholePackage(String file, String name) {
        Matcher wildcard = WILDCARD.matcher(sources.get(file));
        while (wildcard.find()) {
            String missing = wildcard.group(1) + "." + name;
            String instead = absences.insteadOfClass(Names.flinks(missing));
            if (instead != null) {
                return Optional.of(missing + " is not here: " + instead);
            }
        }
        return Optional.empty();
    }

    /** What the compiler says when something of ours is there and other than the source has it. */
    private static final Set<String> FITS =
            Set.of(
                    "compiler.err.cant.apply.symbol",
                    "compiler.err.cant.apply.symbols",
                    "compiler.err.does.not.override.abstract",
                    "compiler.err.method.does.not.override.superclass",
                    "compiler.err.not.def.public.cant.access",
                    "compiler.err.report.access",
                    "compiler.err.unreported.exception.need.to.catch.or.throw",
                    "compiler.err.prob.found.req");

    /** The compiler may hand back a wrapped source. */
    private static String file(JavaFileObject source) {
        return source.toUri().getPath().substring(1);
    }

    private String member(String type, String kind, String name) {
        String instead = instead(type, name);
        String missing = type + "." + name + (kind.equals("method") ? "(...)" : "");
        return instead == null ? missing + " is not here" : missing + " is not here: " + instead;
    }

    /** What there is instead of a member that was looked for in this type; null if unknown. */
    private String instead(String type, String name) {
        String instead = absences.insteadOfMember(Names.flinks(type), name);
        try {
            Class<?> above = Class.forName(type, false, CompilerCheck.class.getClassLoader());
            while (instead == null && above.getSuperclass() != null) {
                above = above.getSuperclass();
                instead = absences.insteadOfMember(Names.flinks(above.getName()), name);
            }
        } catch (ClassNotFoundException e) {
            return instead; // a class of the program's own, or of a connector that is not here
        }
        return instead;
    }

    /** Finds calls that compile and would throw. */
    private final class RefusedCalls extends TreePathScanner<Void, Void> {

        private final CompilationUnitTree unit;
        private final Trees trees;
        private final List<Finding> findings;

        RefusedCalls(CompilationUnitTree unit, Trees trees, List<Finding> findings) {
            this.unit = unit;
            this.trees = trees;
            this.findings = findings;
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, Void ignored) {
            look(call.getMethodSelect());
            return super.visitMethodInvocation(call, null);
        }

        @Override
        public Void visitMemberReference(MemberReferenceTree reference, Void ignored) {
            look(reference);
            return super.visitMemberReference(reference, null);
        }

        private void look(Tree called) {
            Element element = trees.getElement(trees.getPath(unit, called));
            if (element == null
                    || element.getKind() != ElementKind.METHOD
                    || !(element.getEnclosingElement() instanceof TypeElement type)) {
                return;
            }
            String owner = type.getQualifiedName().toString();
            String text = absences.refused(Names.flinks(owner), element.getSimpleName().toString());
            if (text != null) {
                long start = trees.getSourcePositions().getEndPosition(unit, called);
                findings.add(
                        new Finding(
                                file(unit.getSourceFile()),
                                (int) unit.getLineMap().getLineNumber(start),
                                owner + "." + element.getSimpleName() + "(...) " + text));
            }
        }
    }

    /** A source that lies in memory. */
    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(String file, String text) {
            super(uri(file), JavaFileObject.Kind.SOURCE);
            this.text = decoded(text);
        }

        private static URI uri(String file) {
            try {
                return new URI("tree", "", "/" + file, null);
            } catch (URISyntaxException e) {
                throw new IllegalArgumentException(e);
            }
        }

        /** As UTF-8 if it is, for names of variables outside of ASCII. */
        private static String decoded(String bytes) {
            try {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes.getBytes(StandardCharsets.ISO_8859_1)))
                        .toString();
            } catch (CharacterCodingException e) {
                return bytes;
            }
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
