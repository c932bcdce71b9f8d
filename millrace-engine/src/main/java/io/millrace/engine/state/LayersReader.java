// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Reads keyed state in layers, each entry once and as it is all together. */
public final class LayersReader implements HandleReader {

    @Override
    public boolean reads(StateHandle.Kind kind) {
        return kind == StateHandle.Kind.KEYED_LAYERS;
    }

    @Override
    public void read(RestoredState restored, EntryVisitor visitor) throws IOException {
        LayeredState layers = LayeredState.open(restored);
        Showing showing = new Showing(layers.header(), visitor);
        try {
            for (StateHeader state : layers.states()) {
                showing.begin(state);
            }
            layers.forEachBlock(showing);
            showing.end();
        } catch (Enough e) {
            // The visitor wants nothing more.
            return;
        }
    }

    /** Ends the reading before all is read. */
    private static final class Enough extends IOException {
        private static final long serialVersionUID = 1L;

        Enough() {
            super("enough", null);
        }
    }

    /** Layers have blocks of a state in several runs. */
    private static final class Showing implements LayeredState.Visitor {
        private final KeyedHeader header;
        private final EntryVisitor visitor;
        private final Map<StateHeader, Boolean> wanted = new HashMap<>();
        private StateHeader current;
        private long entries;
        private long bytes;

        Showing(KeyedHeader header, EntryVisitor visitor) {
            this.header = header;
            this.visitor = visitor;
        }

        void begin(StateHeader state) throws IOException {
            end();
            current = state;
            wanted.put(
                    state,
                    visitor.begin(
                            new StateHead(
                                    state.name(),
                                    state.kind(),
                                    header.keyType(),
                                    header.keyShape(),
                                    state.type(),
                                    state.shape(),
                                    state.namespaces())));
            check();
        }

        @Override
        public void block(StateHeader state, StateBlock block) throws IOException {
            if (!state.equals(current)) {
                begin(state);
            }
            entries += block.entries();
            bytes += block.bytes().length;
            if (wanted.get(state) && !CanonicalReader.show(block, visitor)) {
                wanted.put(state, false);
            }
            check();
        }

        void end() throws IOException {
            if (current != null) {
                visitor.end(entries, bytes);
                current = null;
                entries = 0;
                bytes = 0;
            }
        }

        private void check() throws Enough {
            if (visitor.isDone()) {
                throw new Enough();
            }
        }
    }
}
