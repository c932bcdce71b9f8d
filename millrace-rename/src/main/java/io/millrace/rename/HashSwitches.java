// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * A {@code switch} over strings that are renamed: javac jumps by the hash of the string, which is a
 * number in the class file, and compares after that. The numbers are computed anew.
 *
 * <p>What a label compares is read as javac writes it: {@code load; ldc; equals; ifeq next}, one
 * after the other where two strings have one hash. If strings of one hash have several after
 * renaming the method is refused; that has not been seen.
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
        for (AbstractInsnNode node : instructions) {
            if (node instanceof LookupSwitchInsnNode jump && isHash(before(jump))) {
                rename(jump);
            }
        }
        accept(next);
    }

    private void rename(LookupSwitchInsnNode jump) {
        Map<Integer, LabelNode> renamed = new TreeMap<>();
        for (int i = 0; i < jump.keys.size(); i++) {
            int hash = jump.keys.get(i);
            int newHash = hash(hash, jump.labels.get(i));
            if (renamed.put(newHash, jump.labels.get(i)) != null) {
                throw new RenameException(
                        "In the method "
                                + owner
                                + " a switch compares strings that have different hashes, and one"
                                + " after renaming.");
            }
        }
        jump.keys.clear();
        jump.labels.clear();
        renamed.forEach(
                (hash, label) -> {
                    jump.keys.add(hash);
                    jump.labels.add(label);
                });
    }

    /** The hash of what the code at the label compares with, after renaming. */
    private int hash(int hash, LabelNode label) {
        Integer found = null;
        AbstractInsnNode node = real(label);
        while (node != null && node.getOpcode() == Opcodes.ALOAD) {
            AbstractInsnNode constant = real(node.getNext());
            AbstractInsnNode call = constant == null ? null : real(constant.getNext());
            AbstractInsnNode branch = call == null ? null : real(call.getNext());
            if (!(constant instanceof LdcInsnNode load)
                    || !(load.cst instanceof String text)
                    || text.hashCode() != hash
                    || !isCall(call, "equals")
                    || !(branch instanceof JumpInsnNode miss)) {
                break;
            }
            int newHash = rename.apply(text).hashCode();
            if (found != null && found != newHash) {
                throw new RenameException(
                        "In the method "
                                + owner
                                + " a switch compares strings of one hash, which have several after"
                                + " renaming; one of them is '"
                                + text
                                + "'.");
            }
            found = newHash;
            node = miss.getOpcode() == Opcodes.IFEQ ? real(miss.label) : null;
        }
        return Objects.requireNonNullElse(found, hash);
    }

    private static AbstractInsnNode before(AbstractInsnNode node) {
        AbstractInsnNode at = node.getPrevious();
        while (at != null && at.getOpcode() < 0) {
            at = at.getPrevious();
        }
        return at;
    }

    /** The node or the first instruction behind it. */
    private static AbstractInsnNode real(AbstractInsnNode node) {
        AbstractInsnNode at = node;
        while (at != null && at.getOpcode() < 0) {
            at = at.getNext();
        }
        return at;
    }

    private static boolean isHash(AbstractInsnNode node) {
        return isCall(node, "hashCode");
    }

    private static boolean isCall(AbstractInsnNode node, String method) {
        return node instanceof MethodInsnNode call
                && call.owner.equals("java/lang/String")
                && call.name.equals(method);
    }
}
