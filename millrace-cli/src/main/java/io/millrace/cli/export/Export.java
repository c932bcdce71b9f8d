// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.export;

import io.millrace.cli.UsageException;
import io.millrace.cli.lacking.AbsenceList;
import io.millrace.rename.Absence;
import io.millrace.rename.ApiTable;
import io.millrace.rename.EntryPoint;
import io.millrace.rename.JarRenaming;
import io.millrace.rename.LinkCheck;
import io.millrace.rename.RenameException;
import io.millrace.rename.Renaming;
import io.millrace.rename.Retargeting;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.zip.ZipException;

/** One job's jar on its way to a Flink: renamed, brought to its API, and checked against it. */
final class Export {

    private static final String FLINK = "org/apache/flink/";
    private static final String MILLRACE = "io/millrace/";
    private static final String SHADED = FLINK + "shaded/";
    private static final String KRYO = "com/esotericsoftware/kryo/";

    /** A class of the JDK that takes the place of one of Flink's. */
    private static final String DURATION = "java/time/Duration";

    /** Of which a class file has one if it names a class that belongs to the target. */
    private static final List<String> NAMES_OF_TARGET =
            List.of(FLINK, KRYO, Shims.PACKAGE, DURATION);

    /** So many classes are named that are nowhere. */
    private static final int ELSEWHERE = 3;

    private static final Pattern SETTING = Pattern.compile("millrace\\.[a-z]+\\.[a-z.-]*[a-z]");

    private final Target target;
    private final ApiTable api;
    private final ApiTable written;
    private final Shims shims;
    private final Set<String> left = new TreeSet<>();
    private final Set<String> remarks = new TreeSet<>();
    private final Connectors connectors = new Connectors();
    private boolean leftLibraries;
    private boolean bridged;
    private Renaming renaming;
    private LinkCheck.Result result;
    private String mainClass;

    /** The classes as they were written, but for the prefix; for each release of Java. */
    private final List<Map<String, byte[]>> before = new ArrayList<>();

    Export(Target target) {
        this.target = target;
        this.api = target.api();
        this.written = target.isAnotherApi() ? Target.FLINK_1_20.api() : api;
        this.shims = target.isAnotherApi() ? new Shims(written) : null;
    }

    /**
     * Makes the new jar.
     *
     * @param named for messages
     * @param main the class that is started, as the user calls it; null for that of the manifest
     * @param libraries jars that come along, in the folder {@code lib}
     * @return null if the job uses what is not there; {@link #refusal} tells
     * @throws UsageException if the jar is none, or no job of Millrace's
     */
    byte[] of(Path named, byte[] jar, String main, Map<String, byte[]> libraries)
            throws IOException {
        read(named.toString(), jar);
        JarsBeside beside = new JarsBeside(named);
        remarks.addAll(beside.remarks());
        JarContents contents = renamed(named, beside.in(jar));
        Map<String, byte[]> classes = contents.classes();
        for (int release : contents.releases()) {
            before.add(contents.classes(release));
        }
        before.forEach(each -> each.values().forEach(this::noteSettings));
        if (target.isAnotherApi()) {
            try {
                retarget(contents);
            } catch (RenameException e) {
                throw new UsageException(
                        named + " can't be brought to " + target.title() + ": " + e.getMessage(),
                        e);
            }
            classes = contents.classes();
        }
        List<JarContents> brought = new ArrayList<>();
        for (Map.Entry<String, byte[]> library : libraries.entrySet()) {
            brought.add(library(library.getKey(), library.getValue()));
            contents.put("lib/" + library.getKey(), library.getValue());
        }
        mainClass = main == null ? contents.mainClass() : renaming.className(main);
        if (mainClass != null) {
            refuseNoEntryPoint(named, classes, brought);
        }
        new NamedInStrings(written, api, renaming).in(classes).forEach(remarks::add);
        result = check(contents, brought);
        return result.absences().isEmpty() ? contents.write() : null;
    }

    /** What a cluster would say, before it is asked. */
    private void refuseNoEntryPoint(
            Path named, Map<String, byte[]> classes, List<JarContents> brought) {
        Map<String, byte[]> all = new TreeMap<>(classes);
        brought.forEach(library -> library.classes().forEach(all::putIfAbsent));
        String asWritten = renaming.reverse().className(mainClass);
        String internal = mainClass.replace('.', '/');
        if (!all.containsKey(internal)) {
            throw new UsageException("There is no class " + asWritten + " in " + named);
        }
        EntryPoint start =
                EntryPoint.of(
                        internal, name -> all.containsKey(name) ? all.get(name) : ofTarget(name));
        if (start == EntryPoint.NONE) {
            throw new UsageException(
                    "The class "
                            + asWritten
                            + " has no method 'public static void main(String[])'; say with -c"
                            + " which class to start");
        }
        noteElsewhere(internal, all);
        if (start == EntryPoint.NOT_PUBLIC) {
            throw new UsageException(
                    "The class "
                            + asWritten
                            + " is not public; Flink starts public classes only, so write 'public"
                            + " class'");
        }
    }

    private void noteElsewhere(String main, Map<String, byte[]> all) {
        Map<String, String> absent =
                new Elsewhere(all, name -> ofTarget(name) != null).usedFrom(main);
        int told = 0;
        for (Map.Entry<String, String> each : absent.entrySet()) {
            String more =
                    ++told == ELSEWHERE && absent.size() > told
                            ? ", nor are " + (absent.size() - told) + " more that it uses"
                            : "";
            remarks.add(
                    each.getKey().replace('/', '.')
                            + ", which "
                            + renaming.reverse().className(each.getValue().replace('/', '.'))
                            + " uses, is neither in the jar nor in Flink"
                            + more
                            + ": give the jar that has it with"
                            + " --lib, unless it is in the cluster's folder lib");
            if (!more.isEmpty()) {
                break;
            }
        }
    }

    private JarContents renamed(Path named, byte[] jar) throws IOException {
        JarContents read = read(named.toString(), jar);
        for (String path : read.noClasses()) {
            remarks.add(path + " is no class file; it goes along as it is");
        }
        Map<String, byte[]> given = read.classes();
        Set<String> before = given.keySet();
        Renaming names = Renaming.toFlink(name -> false);
        Set<String> inside = new TreeSet<>();
        before.forEach(name -> inside.add(names.internalName(name)));
        renaming =
                Renaming.toFlink(name -> inside.contains(name) || written.classFile(name) != null)
                        .withResources(read.paths()::contains);
        OwnParts own = new OwnParts(given, written, renaming);
        try {
            byte[] renamed = new JarRenaming(renaming).without(own::has).rename(jar);
            if (renamed == jar) {
                refuseFlinks(named, given.values());
                throw new UsageException(
                        named + " names nothing of io.millrace: there is nothing to export in it");
            }
            JarContents contents = JarContents.read(renamed);
            left.addAll(own.found());
            leftLibraries = own.hasEngine();
            Set<String> gone = new TreeSet<>();
            own.gone().forEach(name -> gone.add(renaming.className(name)));
            contents.removeProviders(gone);
            return contents;
        } catch (RenameException e) {
            refuseFlinks(named, given.values());
            throw new UsageException(named + " can't be renamed: " + e.getMessage(), e);
        }
    }

    /** There is nothing to do for a program that was compiled against Flink. */
    private static void refuseFlinks(Path named, Collection<byte[]> classes) {
        boolean flinks = false;
        for (byte[] file : classes) {
            String text = new String(file, StandardCharsets.ISO_8859_1);
            if (text.contains(MILLRACE)) {
                return;
            }
            flinks |= text.contains(FLINK);
        }
        if (flinks) {
            throw new UsageException(
                    named
                            + " is a Flink jar already: it was compiled against Flink and names nothing"
                            + " of Millrace. Submit it as it is: flink run "
                            + named);
        }
    }

    /** A cluster takes any key, and does nothing about those that only Millrace has. */
    private void noteSettings(byte[] classFile) {
        for (String text : Retargeting.strings(classFile)) {
            if (SETTING.matcher(text).matches()) {
                remarks.add("the setting " + text + " is Millrace's; on Flink it does nothing");
            }
        }
    }

    private static JarContents read(String named, byte[] jar) throws IOException {
        JarContents contents = null;
        try {
            contents = JarContents.read(jar);
        } catch (ZipException | EOFException e) {
            // It is said below, with what else may be wrong.
        }
        if (contents == null || contents.classes().isEmpty()) {
            throw new UsageException(named + " is no jar, or holds no class");
        }
        return contents;
    }

    /** The classes for each release of Java stand among those that it sees. */
    private void retarget(JarContents contents) {
        Map<Integer, Retargeting> byRelease = new TreeMap<>();
        for (int release : contents.releases()) {
            byRelease.put(
                    release,
                    new Retargeting(
                            shims.rules(), contents.classes(release)::get, written::classFile));
        }
        byRelease.forEach(
                (release, retargeting) -> contents.replaceClasses(release, retargeting::classFile));
        contents.renameProviders(byRelease.get(0)::type);
        byRelease.forEach(
                (release, retargeting) -> {
                    Map<String, byte[]> needed = shims.neededBy(contents.classes(release).values());
                    needed.forEach((name, file) -> contents.put(name + ".class", file));
                    bridged |= !needed.isEmpty();
                    remarks.addAll(shims.remarks(retargeting.used()));
                });
    }

    private static JarContents library(String name, byte[] jar) throws IOException {
        JarContents contents = read("--lib " + name, jar);
        Map<String, byte[]> classes = contents.classes();
        if (classes.keySet().stream().anyMatch(each -> each.startsWith("io/millrace/"))) {
            throw new UsageException(
                    "--lib "
                            + name
                            + " is Millrace's; on a cluster it is Flink's own jar that is wanted");
        }
        return contents;
    }

    /** As each Java may see it: what a jar holds for one release is reached with it only. */
    private LinkCheck.Result check(JarContents contents, List<JarContents> brought) {
        SortedSet<Integer> releases = contents.releases();
        brought.forEach(library -> releases.addAll(library.releases()));
        Set<Absence> absences = new LinkedHashSet<>();
        Set<String> present = new TreeSet<>();
        int unreached = 0;
        for (int release : releases) {
            Map<String, byte[]> added = new TreeMap<>();
            for (JarContents library : brought) {
                library.classes(release).forEach(added::putIfAbsent);
            }
            added.keySet().removeIf(this::isOfTheCluster);
            LinkCheck.Result found = check(contents, contents.classes(release), brought, added);
            absences.addAll(found.absences());
            present.addAll(found.present());
            unreached = Math.max(unreached, found.unreached());
        }
        return new LinkCheck.Result(List.copyOf(absences), unreached, present);
    }

    /** Whether the cluster has the class itself: its own comes before what a job brings. */
    private boolean isOfTheCluster(String name) {
        return api.jar(name) != null && Connectors.isOfTheCluster(api.jar(name));
    }

    private LinkCheck.Result check(
            JarContents contents,
            Map<String, byte[]> classes,
            List<JarContents> libraries,
            Map<String, byte[]> brought) {
        LinkCheck.Code code =
                new LinkCheck.Code() {
                    @Override
                    public byte[] classFile(String name) {
                        byte[] own = classes.get(name);
                        return own == null ? brought.get(name) : own;
                    }

                    @Override
                    public boolean mayNameTarget(byte[] file) {
                        String text = new String(file, StandardCharsets.ISO_8859_1);
                        return NAMES_OF_TARGET.stream().anyMatch(text::contains);
                    }

                    @Override
                    public Collection<String> providers(String service) {
                        List<String> providers = new ArrayList<>(contents.providers(service));
                        libraries.forEach(each -> providers.addAll(each.providers(service)));
                        return providers;
                    }
                };
        LinkCheck links = new LinkCheck(code, this::ofTarget, Export::isOfTarget);
        String root = mainClass == null ? null : mainClass.replace('.', '/');
        LinkCheck.Result result =
                root != null && classes.containsKey(root)
                        ? links.check(root, List.of())
                        : links.check(null, contents.ownClasses());
        result.present().stream()
                .filter(name -> !brought.containsKey(name) && api.jar(name) != null)
                .forEach(name -> connectors.use(api.jar(name)));
        return result;
    }

    private static boolean isOfTarget(String name) {
        return name.startsWith(FLINK) && !name.startsWith(SHADED)
                || name.startsWith(KRYO)
                || name.startsWith(Shims.PACKAGE)
                || name.equals(DURATION);
    }

    private byte[] ofTarget(String name) {
        byte[] file = api.classFile(name);
        if (file != null) {
            return file;
        }
        if (isOfTarget(name) && !name.equals(DURATION)) {
            return null;
        }
        try (InputStream in =
                ClassLoader.getPlatformClassLoader().getResourceAsStream(name + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The list of what is not there. */
    List<String> refusal() {
        Map<String, String> before = new TreeMap<>();
        if (shims != null) {
            shims.rules().types().forEach((old, now) -> before.putIfAbsent(now, old));
        }
        Renaming toMillrace = renaming.reverse();
        UnaryOperator<String> asWritten =
                name -> toMillrace.className(before.getOrDefault(name, name).replace('/', '.'));
        Nearest nearest = new Nearest(target);
        List<Absence> told = new ArrayList<>();
        for (Absence absence : result.absences()) {
            told.add(shims == null ? absence : asWritten(absence));
        }
        return new AbsenceList(
                        asWritten,
                        absence -> nearest.of(asWritten.apply(absence.within()), absence.name()))
                .lines(told, result.unreached());
    }

    private Absence asWritten(Absence absence) {
        return before.stream()
                .map(classes -> Retargeting.asWritten(shims.rules().types(), classes::get, absence))
                .filter(told -> !told.equals(absence))
                .findFirst()
                .orElse(absence);
    }

    /** Whether the new jar has in it what leads to its Flink, and so is for no other. */
    boolean isBridged() {
        return bridged;
    }

    int absences() {
        return result.absences().size();
    }

    /** The class that is started, by its new name; null if nobody says. */
    String mainClass() {
        return mainClass;
    }

    /** What there is to know about the new jar, a sentence each. */
    List<String> remarks() {
        List<String> told = new ArrayList<>();
        if (!left.isEmpty()) {
            told.add(
                    "left out what is Millrace's own, "
                            + (left.size() == 1 ? "1 class" : left.size() + " classes")
                            + (leftLibraries ? ", and the libraries of its engine" : "")
                            + ": on a cluster Flink takes its place");
        }
        told.addAll(remarks);
        for (String jar : connectors.needed()) {
            told.add(
                    "the job uses "
                            + jar
                            + ", which a cluster does not bring: put it"
                            + Connectors.wants(jar)
                            + " into the folder lib of the cluster, or export with --lib");
        }
        return told;
    }
}
