// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/**
 * A {@code switch} over strings that are renamed: compilers jump by the hash of the string, which
 * is a number in the class file, and compare after that. The numbers are computed anew.
 *
 * <p>How a compiler compares does not matter: a number that is the hash of a string in the same
 * method is that string's. If strings of one hash have several after renaming, or the other way
 * round, the method is refused; that has not been seen.
 */
final class HashSwitches extends MethodNode {

    private final String owner;
    private final MethodVisitor next;
    private final UnaryOperator<String> rename;

    HashSwitches(
            int access,
            String name,
            String descriptor,
            String signature,
            String[] exceptions,
            MethodVisitor next,
            UnaryOperator<String> rename) {
        super(Opcodes.ASM9, access, name, descriptor, signature, exceptions);
        this.owner = name + descriptor;
        this.next = next;
        this.rename = rename;
    }

    @Override
    public void visitEnd() {
        super.visitEnd();
        if (next == null) {
            return;
        }
        Map<Integer, Map<Integer, String>> hashes = hashes();
        if (!hashes.isEmpty()) {
            for (AbstractInsnNode node : instructions.toArray()) {
                if (node instanceof LookupSwitchInsnNode jump) {
                    rename(jump, jump.dflt, cases(jump), hashes);
                } else if (node instanceof TableSwitchInsnNode jump) {
                    rename(jump, jump.dflt, cases(jump), hashes);
                }
            }
        }
        accept(next);
    }

    /**
     * Of the method's strings the hash, then all hashes it becomes with one string of each; empty
     * if no hash changes or the method asks for none.
     */
    private Map<Integer, Map<Integer, String>> hashes() {
        Map<Integer, Map<Integer, String>> hashes = new HashMap<>();
        boolean asked = false;
        boolean changed = false;
        for (AbstractInsnNode node : instructions) {
            if (node instanceof LdcInsnNode load && load.cst instanceof String text) {
                String renamed = rename.apply(text);
                hashes.computeIfAbsent(text.hashCode(), none -> new LinkedHashMap<>())
                        .putIfAbsent(renamed.hashCode(), text);
                changed |= !renamed.equals(text);
            } else if (node instanceof MethodInsnNode call) {
                asked |= call.name.equals("hashCode") && call.desc.equals("()I");
            }
        }
        return asked && changed ? hashes : Map.of();
    }

    private static Map<Integer, LabelNode> cases(LookupSwitchInsnNode jump) {
        Map<Integer, LabelNode> cases = new TreeMap<>();
        for (int i = 0; i < jump.keys.size(); i++) {
            cases.put(jump.keys.get(i), jump.labels.get(i));
        }
        return cases;
    }

    /** Without those that fill the table up. */
    private static Map<Integer, LabelNode> cases(TableSwitchInsnNode jump) {
        Map<Integer, LabelNode> cases = new TreeMap<>();
        for (int i = 0; i < jump.labels.size(); i++) {
            if (jump.labels.get(i) != jump.dflt) {
                cases.put(jump.min + i, jump.labels.get(i));
            }
        }
        return cases;
    }

    private void rename(
            AbstractInsnNode jump,
            LabelNode otherwise,
            Map<Integer, LabelNode> cases,
            Map<Integer, Map<Integer, String>> hashes) {
        TreeMap<Integer, LabelNode> renamed = new TreeMap<>();
        cases.forEach(
                (hash, label) -> {
                    if (renamed.put(renamed(hash, hashes), label) != null) {
                        throw new RenameException(
                                "In the method "
                                        + owner
                                        + " a switch compares strings that have different hashes,"
                                        + " and one after renaming.");
                    }
                });
        if (!renamed.keySet().equals(cases.keySet())) {
            instructions.set(jump, jump(otherwise, renamed));
        }
    }

    private int renamed(int hash, Map<Integer, Map<Integer, String>> hashes) {
        Map<Integer, String> renamed = hashes.getOrDefault(hash, Map.of(hash, ""));
        if (renamed.size() > 1) {
            throw new RenameException(
                    "In the method "
                            + owner
                            + " a switch compares strings of one hash, which have several after"
                            + " renaming: "
                            + quoted(renamed.values())
                            + ".");
        }
        return renamed.keySet().iterator().next();
    }

    private static String quoted(Collection<String> texts) {
        return "'" + String.join("', '", texts) + "'";
    }

    /** In the form javac would take, so that renaming back gives what there was. */
    private static AbstractInsnNode jump(LabelNode otherwise, TreeMap<Integer, LabelNode> cases) {
        long width = (long) cases.lastKey() - cases.firstKey() + 1;
        long table = 4 + width + 3 * 3;
        long lookup = 3 + 2L * cases.size() + 3L * cases.size();
        if (table > lookup) {
            return new LookupSwitchInsnNode(
                    otherwise,
                    cases.keySet().stream().mapToInt(Integer::intValue).toArray(),
                    cases.values().toArray(new LabelNode[0]));
        }
        LabelNode[] labels = new LabelNode[(int) width];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = cases.getOrDefault(cases.firstKey() + i, otherwise);
        }
        return new TableSwitchInsnNode(cases.firstKey(), cases.lastKey(), otherwise, labels);
    }
}
