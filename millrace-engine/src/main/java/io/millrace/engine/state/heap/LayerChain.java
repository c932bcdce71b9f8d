// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.engine.state.LayerFileWriter;
import io.millrace.engine.state.SharedFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Which layers of a backend's state are written, and what the next has to have.
 *
 * <p><b>The chain.</b> A layer has what changed between two freezes, so it is worth something only
 * on top of all before it. Freezes are numbered by the task; whoever writes one asks here whether
 * the one just before has been written, to its end, by now. If not, because it failed, was given
 * up, was empty, or is still under way in another thread, nothing is waited for: the state is
 * written anew, with all parts whole, and a new chain begins. A restored backend begins with that
 * too. What is written for a checkpoint that is given up afterwards stays in the chain; its file
 * stays as long as later checkpoints may refer to it.
 *
 * <p><b>Rewriting.</b> The keys of all tables are divided in {@link LayerFileWriter#PARTS} parts by
 * the first bits of their mixed hash. With each layer some parts are written whole, one after the
 * other in a circle; what older layers have of them is then void, and a layer goes when that is so
 * of all parts. How many is told by a debt: a layer that has changes adds the larger of their bytes
 * and a 128th of all, and a part that was written whole takes off its own. So there are, with D the
 * changes of one interval and F the state:
 *
 * <ul>
 *   <li>bytes of a layer: D + max(D, F/128) on the average (at least 16 KiB of unchanged state, as
 *       long as there is so much), and never more than F and D of one interval;
 *   <li>layers: as many as one round takes, 128 at most while the state has its size, and 2 x 128
 *       when one part has all of it;
 *   <li>bytes to read: the layers of one round, in which parts written whole are F together and
 *       changes no more than that: 2 F. Until the first round is over the layer that began the
 *       chain is there too: 3 F.
 * </ul>
 *
 * <p>Read and replaced by I/O threads, and looked at by the task; an atomic reference is all that
 * they share.
 */
final class LayerChain {

    private final AtomicReference<Written> written = new AtomicReference<>();
    private final LayerLimits limits;

    /** Bytes of the whole state when it was last written in whatever form. */
    private volatile long lastBytes;

    /** A layer. */
    record Layer(long number, SharedFile file, long[] tables) {}

    /**
     * All that is known after a freeze has been written.
     *
     * @param freeze its number, which is that of its layer too
     * @param structure which states were carried then
     * @param layers those that are needed, oldest first
     * @param carried the file with what is carried; null for none
     * @param bases for each part the layer that has it whole
     * @param wholeBytes for each part how many bytes it had in that
     * @param changedBytes for each part how many bytes of changes there are since
     * @param debt bytes that are to be rewritten
     * @param next the part that is rewritten next
     * @param keysOfGroups what {@link SliceMarks#known} was, by name
     */
    record Written(
            long freeze,
            long structure,
            List<Layer> layers,
            SharedFile carried,
            long[] bases,
            long[] wholeBytes,
            long[] changedBytes,
            long debt,
            int next,
            Map<String, Object[]> keysOfGroups) {

        /** Bytes of a part, as far as is known. */
        private long size(int part) {
            return Math.max(wholeBytes[part], changedBytes[part]);
        }

        long size() {
            long sum = 0;
            for (int part = 0; part < LayerFileWriter.PARTS; part++) {
                sum += size(part);
            }
            return sum;
        }

        /** All files that a snapshot consists of. */
        List<SharedFile> files() {
            List<SharedFile> files = new ArrayList<>();
            if (carried != null) {
                files.add(carried);
            }
            layers.forEach(layer -> files.add(layer.file));
            return files;
        }

        /** Which parts the next layer is to have whole. */
        boolean[] due() {
            boolean[] due = new boolean[LayerFileWriter.PARTS];
            long left = debt;
            int part = next;
            for (int i = 0; i < LayerFileWriter.PARTS && 2 * left >= size(part); i++) {
                due[part] = true;
                left -= size(part);
                part = (part + 1) % LayerFileWriter.PARTS;
            }
            return due;
        }
    }

    LayerChain(LayerLimits limits) {
        this.limits = limits;
    }

    /**
     * What a layer for this freeze is put on; null: it has to have all parts whole.
     *
     * @param structure which states are carried
     */
    Written before(long freeze, long structure) {
        Written last = written.get();
        return last != null && last.freeze == freeze - 1 && last.structure == structure
                ? last
                : null;
    }

    /** Whether a state of so many entries is to be written in layers. */
    boolean isWorthLayers(long entries) {
        return entries > limits.smallEntries() || lastBytes > limits.smallBytes();
    }

    /** The state was written whole, into one file. */
    void writtenWhole(long bytes) {
        lastBytes = bytes;
    }

    /** A freeze has been written. */
    void written(Written now) {
        lastBytes = now.size();
        written.accumulateAndGet(
                now, (old, mine) -> old == null || old.freeze < mine.freeze ? mine : old);
    }

    /**
     * What is known after a layer.
     *
     * @param before null: it has all parts whole
     * @param whole which parts it has whole
     * @param bytes how many bytes of each part it has
     * @param file where it is; null if there was nothing to write
     * @param tables what it has something of, sorted
     * @param live all tables that are there, sorted
     */
    Written after(
            Written before,
            long freeze,
            long structure,
            boolean[] whole,
            LayerFileWriter bytes,
            SharedFile file,
            SharedFile carried,
            long[] tables,
            long[] live,
            Map<String, Object[]> keysOfGroups) {
        int parts = LayerFileWriter.PARTS;
        long[] bases = before == null ? new long[parts] : before.bases.clone();
        long[] wholeBytes = before == null ? new long[parts] : before.wholeBytes.clone();
        long[] changedBytes = before == null ? new long[parts] : before.changedBytes.clone();
        long changed = 0;
        long rewritten = 0;
        int wholeParts = 0;
        for (int part = 0; part < parts; part++) {
            if (whole[part]) {
                bases[part] = freeze;
                wholeBytes[part] = bytes.wholeBytes(part);
                changedBytes[part] = 0;
                rewritten += wholeBytes[part];
                wholeParts++;
            } else {
                changedBytes[part] += bytes.writtenBytes(part);
                changed += bytes.writtenBytes(part);
            }
        }
        long oldest = Arrays.stream(bases).min().getAsLong();
        List<Layer> layers = new ArrayList<>();
        if (before != null) {
            for (Layer layer : before.layers) {
                if (layer.number >= oldest && haveCommon(layer.tables, live)) {
                    layers.add(layer);
                }
            }
        }
        if (file != null) {
            layers.add(new Layer(freeze, file, tables));
        }
        return new Written(
                freeze,
                structure,
                List.copyOf(layers),
                carried,
                bases,
                wholeBytes,
                changedBytes,
                before == null ? 0 : debt(before, wholeBytes, changedBytes, changed, rewritten),
                before == null ? 0 : (before.next + wholeParts) % parts,
                Map.copyOf(keysOfGroups));
    }

    /** Where nothing changes nothing need be rewritten: no layer comes to those that are there. */
    private long debt(
            Written before, long[] wholeBytes, long[] changedBytes, long changed, long rewritten) {
        long all = 0;
        for (int part = 0; part < wholeBytes.length; part++) {
            all += Math.max(wholeBytes[part], changedBytes[part]);
        }
        long more =
                changed == 0
                        ? 0
                        : Math.max(
                                limits.leastRewritten(),
                                Math.max(changed, all / LayerFileWriter.PARTS));
        return Math.min(all, before.debt - rewritten + more);
    }

    /** Of two sorted arrays. */
    private static boolean haveCommon(long[] some, long[] others) {
        int i = 0;
        int j = 0;
        while (i < some.length && j < others.length) {
            if (some[i] == others[j]) {
                return true;
            }
            if (some[i] < others[j]) {
                i++;
            } else {
                j++;
            }
        }
        return false;
    }
}
