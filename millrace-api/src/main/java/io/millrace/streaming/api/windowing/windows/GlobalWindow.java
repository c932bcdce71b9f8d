// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.windows;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.api.common.typeutils.base.TypeSerializerSingleton;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/** The one window that everything falls into; it never ends. */
@PublicEvolving
public class GlobalWindow extends Window {

    private static final GlobalWindow INSTANCE = new GlobalWindow();

    private GlobalWindow() {}

    /** The only one there is. */
    public static GlobalWindow get() {
        return INSTANCE;
    }

    @Override
    public long maxTimestamp() {
        return Long.MAX_VALUE;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof GlobalWindow;
    }

    @Override
    public int hashCode() {
        return 0;
    }

    @Override
    public String toString() {
        return "GlobalWindow";
    }

    /** One byte: there is nothing to tell. */
    public static class Serializer extends TypeSerializerSingleton<GlobalWindow> {

        private static final long serialVersionUID = 1L;

        public Serializer() {}

        @Override
        public boolean isImmutableType() {
            return true;
        }

        @Override
        public GlobalWindow createInstance() {
            return INSTANCE;
        }

        @Override
        public GlobalWindow copy(GlobalWindow from) {
            return from;
        }

        @Override
        public GlobalWindow copy(GlobalWindow from, GlobalWindow reuse) {
            return from;
        }

        @Override
        public int getLength() {
            return 1;
        }

        @Override
        public void serialize(GlobalWindow record, DataOutputView target) throws IOException {
            target.writeByte(0);
        }

        @Override
        public GlobalWindow deserialize(DataInputView source) throws IOException {
            source.readByte();
            return INSTANCE;
        }

        @Override
        public GlobalWindow deserialize(GlobalWindow reuse, DataInputView source)
                throws IOException {
            return deserialize(source);
        }

        @Override
        public void copy(DataInputView source, DataOutputView target) throws IOException {
            target.writeByte(source.readByte());
        }

        @Override
        public TypeSerializerSnapshot<GlobalWindow> snapshotConfiguration() {
            return new GlobalWindowSerializerSnapshot();
        }

        /** What a checkpoint remembers of this serializer: that it was this one. */
        public static final class GlobalWindowSerializerSnapshot
                extends SimpleTypeSerializerSnapshot<GlobalWindow> {

            /** Also used when a checkpoint is read. */
            public GlobalWindowSerializerSnapshot() {
                super(Serializer::new);
            }
        }
    }
}
