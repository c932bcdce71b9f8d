// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Finds out, before anything is run, what code refers to and would not find.
 *
 * <p>The code is followed method by method from where it begins ({@link Reach} says which can be
 * run). Of what is reached, each class and member that belongs to the target is looked for as the
 * JVM does, through supertypes. What belongs to others is not reported: jars are full of ways to
 * libraries that are not there. Of a method that is not reached, in a class that is, counts what
 * the JVM asks for all the same when it verifies the class.
 *
 * <p>For one thread; each check stands for itself.
 */
public final class LinkCheck {

    /** The code that is looked at. */
    public interface Code {

        /** The class file of an internal name; null if the code has none. */
        byte[] classFile(String internalName);

        /**
         * Whether a class file of the code may name a class of the target; one that does not is
         * looked at less.
         */
        default boolean mayNameTarget(byte[] classFile) {
            return true;
        }

        /** Internal names of what the code's service files name for a service. */
        default Collection<String> providers(String service) {
            return List.of();
        }
    }

    /**
     * What was found.
     *
     * @param absences what is absent, in the order it was found
     * @param unreached how many more things are absent that only methods name which can't be
     *     reached, in classes that can
     * @param present internal names of what the code names of the target and finds
     */
    public record Result(List<Absence> absences, int unreached, Set<String> present) {}

    private final Code code;
    private final Function<String, byte[]> target;
    private final Predicate<String> checked;

    /**
     * @param code what is looked at, and also is there
     * @param target the class file of an internal name, of what else is there: the API, the JDK;
     *     null if there is none
     * @param checked whether a class belongs to the target, so that it is reported if it is not
     *     there
     */
    public LinkCheck(Code code, Function<String, byte[]> target, Predicate<String> checked) {
        this.code = code;
        this.target = target;
        this.checked = checked;
    }

    /**
     * Follows the code from where it begins.
     *
     * @param main internal name of the class whose main method is run; null for none
     * @param whole internal names of classes of which any method may be run
     */
    public Result check(String main, Collection<String> whole) {
        Reach reach = new Reach(code, target, checked);
        reach.from(main, whole);
        Links reached = reach.links();
        Set<String> present = Set.copyOf(reached.present());
        Links unreached = new Links(reach.shapes(), checked, reach::isOfCode);
        reach.unreachable((file, methods) -> lookAt(file, methods, reach, unreached));
        return new Result(reached.absences(), unreached.besides(reached), present);
    }

    private void lookAt(byte[] file, Predicate<String> methods, Reach reach, Links unreached) {
        ClassReader reader = new ClassReader(file);
        Links ofClass = new Links(reach.shapes(), checked, reach::isOfCode);
        Function<String, References.Depth> depth =
                method -> methods.test(method) ? References.Depth.WHOLE : References.Depth.NOTHING;
        reader.accept(new References(ofClass, false, depth), ClassReader.SKIP_FRAMES);
        if (ofClass.absences().isEmpty()) {
            return;
        }
        reader.accept(new References(unreached, false, depth), ClassReader.SKIP_FRAMES);
        if (!ofClass.lacksClass()) {
            return;
        }
        if ((reader.readUnsignedShort(6)) < Opcodes.V1_6) {
            // Without frames nobody can tell what the verifier makes of it.
            reader.accept(new References(reach.links(), false, depth), ClassReader.SKIP_FRAMES);
        } else {
            verify(reader, methods, reach);
        }
    }

    private void verify(ClassReader reader, Predicate<String> methods, Reach reach) {
        String owner = reader.getClassName();
        String[] source = new String[1];
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public void visitSource(String file, String debug) {
                        source[0] = file;
                    }

                    @Override
                    public MethodVisitor visitMethod(
                            int access,
                            String name,
                            String descriptor,
                            String signature,
                            String[] exceptions) {
                        return methods.test(name + descriptor)
                                ? new VerifierLoads(
                                        owner,
                                        access,
                                        name,
                                        descriptor,
                                        (from, to, line) ->
                                                loads(
                                                        from,
                                                        to,
                                                        new Absence.Place(
                                                                owner, name, source[0], line),
                                                        reach))
                                : null;
                    }
                },
                ClassReader.EXPAND_FRAMES);
    }

    private static void loads(String from, String to, Absence.Place place, Reach reach) {
        Shapes.Shape wanted = reach.shapes().of(to);
        reach.links().type(to, place);
        if (wanted == null || !wanted.isInterface()) {
            reach.links().type(from, place);
        }
    }
}
