// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import java.io.IOException;
import java.util.List;

/**
 * A restored state that the program has not asked for (yet): its type is unknown here, so its
 * entries stay bytes, and go into every following snapshot unchanged (CK-82).
 */
public record CarriedState(
        String name,
        String kind,
        String type,
        StateShape shape,
        NamespaceType namespaces,
        List<StateBlock> blocks) {

    public CarriedState {
        blocks = List.copyOf(blocks);
    }

    /** One without namespaces. */
    public CarriedState(
            String name, String kind, String type, StateShape shape, List<StateBlock> blocks) {
        this(name, kind, type, shape, NamespaceType.NONE, blocks);
    }

    public long entries() {
        long sum = 0;
        for (StateBlock block : blocks) {
            sum += block.entries();
        }
        return sum;
    }

    public void writeTo(StateFileWriter writer) throws IOException {
        writer.beginState(name, kind, type, shape, namespaces);
        for (StateBlock block : blocks) {
            writer.carry(block);
        }
        writer.endState();
    }
}
