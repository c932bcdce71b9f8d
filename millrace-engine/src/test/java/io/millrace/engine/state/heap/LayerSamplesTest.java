// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.NamespacedState;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.SharedFile;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.StateBytes;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StoredFiles;
import io.millrace.engine.state.Sum;
import io.millrace.engine.state.TimerQueue;
import io.millrace.engine.state.WindowFold;
import io.millrace.engine.state.WindowPanesSpec;
import io.millrace.engine.state.WindowSlices;
import io.millrace.engine.storage.StoredState;
import io.millrace.runtime.state.VoidNamespace;
import io.millrace.spi.WindowGrid;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * M10: snapshots in layers that an earlier build wrote are read by this one; the samples are never
 * written again. A sample has all files of one snapshot: their number, and of each its name, its
 * length and its bytes; the index is first.
 */
class LayerSamplesTest {

    private static final String NEWEST = "keyed-layers-1.bin";
    private static final ValueStateDescriptor<Long> VALUE =
            new ValueStateDescriptor<>("value", LongSerializer.INSTANCE);
    private static final ValueStateDescriptor<String> OLD =
            new ValueStateDescriptor<>("old", StringSerializer.INSTANCE);
    private static final ListStateDescriptor<String> LIST =
            new ListStateDescriptor<>("list", StringSerializer.INSTANCE);

    private static final class Fold implements WindowFold<Long, Sum> {
        @Override
        public Sum begin(Long record) {
            return new Sum(1, record);
        }

        @Override
        public Sum add(Long record, Sum accumulator) {
            return accumulator.add(record);
        }

        @Override
        public Long another(Long record) {
            return record;
        }

        @Override
        public boolean beginsWithRecord() {
            return false;
        }

        @Override
        public Sum merge(Sum first, Sum second) {
            return new Sum(first.n + second.n, first.sum + second.sum);
        }
    }

    private static WindowPanesSpec<Long, Sum> slicing() {
        return new WindowPanesSpec<>(
                new WindowGrid(10, 10, 0),
                "window-slices",
                "reducing",
                "window-slices-shown",
                new TimeWindow.Serializer(),
                new Sum.Serializer(),
                new Fold());
    }

    private static KeyedStateBackend<String> backend(RestoredState... restored) throws Exception {
        return new HeapKeyedStateBackendFactory(() -> 0, new LayerLimits(0, 0, 64))
                .create(
                        StateBytes.request(
                                "Count",
                                "c",
                                StringSerializer.INSTANCE,
                                128,
                                new KeyGroupRange(0, 127),
                                new ExecutionConfig(),
                                List.of(restored)));
    }

    /** Three layers, with changes, removals, a state nobody asks for, and marks. */
    private static byte[] written() throws Exception {
        KeyedStateBackend<String> earlier = backend();
        earlier.setCurrentKey("alpha", "alpha".hashCode());
        earlier.state(OLD).update("kept");
        StoredFiles files = new StoredFiles();
        SnapshotOrder order = SnapshotOrder.checkpoint(1, 0);
        KeyedStateBackend<String> backend =
                backend(files.restorable(files.write(earlier.freeze(order), order)));
        ValueState<Long> value = backend.state(VALUE);
        NamespacedState<Long, ListState<String>> list =
                backend.state(LongSerializer.INSTANCE, LIST);
        TimerQueue<String, VoidNamespace> timers = backend.timers("user/event");
        WindowSlices<String, Long, Sum> slices = backend.slices(slicing());
        StateHandle handle = null;
        for (long id = 2; id <= 4; id++) {
            for (String key : List.of("alpha", "βήτα", "gone after " + id)) {
                backend.setCurrentKey(key, key.hashCode());
                value.update(id + key.length());
                list.in(id).add(key + " in " + id);
                timers.add(key, key.hashCode(), VoidNamespace.INSTANCE, id);
                slices.fold(key, key.hashCode(), id, id);
            }
            String gone = "gone after " + (id - 1);
            backend.setCurrentKey(gone, gone.hashCode());
            value.clear();
            list.in(id - 1).clear();
            timers.remove(gone, gone.hashCode(), VoidNamespace.INSTANCE, id - 1);
            slices.shown(id);
            order = SnapshotOrder.checkpoint(id, 0);
            handle = files.write(backend.freeze(order), order);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(1 + handle.files().size());
        write("index", ((StoredState.Inline) handle.bytes()).bytes(), out);
        RestoredState restorable = files.restorable(handle);
        for (SharedFile file : handle.files()) {
            write(file.name(), restorable.files().open(file).readAllBytes(), out);
        }
        return bytes.toByteArray();
    }

    private static void write(String name, byte[] bytes, DataOutputStream out) throws IOException {
        out.writeUTF(name);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static RestoredState restored(byte[] sample) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(sample));
        Map<String, byte[]> contents = new LinkedHashMap<>();
        List<SharedFile> files = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            String name = in.readUTF();
            contents.put(name, in.readNBytes(in.readInt()));
            if (!name.equals("index")) {
                files.add(new SharedFile(name, 1, new StoredState.InFile(name, 0, 0)));
            }
        }
        byte[] index = contents.get("index");
        return new RestoredState(
                new StateHandle(
                        StateHandle.Kind.KEYED_LAYERS,
                        new KeyGroupRange(0, 127),
                        List.of(),
                        new StoredState.Inline(index, 0),
                        files),
                () -> new ByteArrayInputStream(index),
                new RestoredState.Files() {
                    @Override
                    public InputStream open(SharedFile file) {
                        return new ByteArrayInputStream(contents.get(file.name()));
                    }

                    @Override
                    public Optional<Path> local(SharedFile file) {
                        return Optional.empty();
                    }
                });
    }

    private static byte[] sample(String name) throws IOException {
        try (InputStream in = LayerSamplesTest.class.getResourceAsStream("/formats/" + name)) {
            return in.readAllBytes();
        }
    }

    @Test
    @DisplayName("M10: what is written is the newest sample, byte for byte")
    void m10WhatIsWrittenIsTheNewestSample() throws Exception {
        byte[] written = written();
        String to = System.getProperty("millrace.newSample");
        if (to != null) {
            Files.write(Path.of(to), written);
        }
        assertThat(written).isEqualTo(sample(NEWEST)).hasSizeLessThan(64 * 1024);
    }

    @Test
    @DisplayName("M10: layers of version 1 are read")
    void m10LayersOfVersionOneAreRead() throws Exception {
        KeyedStateBackend<String> read = backend(restored(sample("keyed-layers-1.bin")));
        ValueState<Long> value = read.state(VALUE);
        ValueState<String> old = read.state(OLD);
        NamespacedState<Long, ListState<String>> list = read.state(LongSerializer.INSTANCE, LIST);
        for (String key : List.of("alpha", "βήτα")) {
            read.setCurrentKey(key, key.hashCode());
            assertThat(value.value()).isEqualTo(4L + key.length());
            assertThat(old.value()).isEqualTo(key.equals("alpha") ? "kept" : null);
            assertThat(list.in(2L).get()).containsExactly(key + " in 2");
            assertThat(list.in(4L).get()).containsExactly(key + " in 4");
        }
        assertThat(read.entries("value")).isEqualTo(3);
        for (long id = 2; id <= 4; id++) {
            String gone = "gone after " + id;
            read.setCurrentKey(gone, gone.hashCode());
            assertThat(value.value()).isEqualTo(id < 4 ? null : 4L + gone.length());
            assertThat(list.in(id).get()).hasSize(id < 4 ? 0 : 1);
        }
        TimerQueue<String, VoidNamespace> timers = read.timers("user/event");
        assertThat(timers.size()).isEqualTo(7);
        assertThat(timers.firstTimestamp()).isEqualTo(2);
        WindowSlices<String, Long, Sum> slices = read.slices(slicing());
        assertThat(slices.first()).isEqualTo(2);
        Map<String, Sum> shown = new LinkedHashMap<>();
        slices.show(2, 4, 4, shown::put);
        assertThat(shown).isEmpty();
        slices.show(2, 4, 5, shown::put);
        assertThat(shown.get("alpha")).isEqualTo(new Sum(3, 9));
        assertThat(shown).hasSize(5);
        read.close();
    }
}
