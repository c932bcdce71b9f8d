// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SortedItemsTest {

    @TempDir Path directory;

    @Test
    void whatDoesNotFitIntoMemoryIsSortedOnDiskAndNothingIsLost() throws Exception {
        int count = 20_000;
        Random random = new Random(7);
        try (SortedItems items = new SortedItems(100_000, directory.toString())) {
            for (int i = 0; i < count; i++) {
                byte[] identity = ByteBuffer.allocate(4).putInt(random.nextInt(5_000)).array();
                byte[] value = new byte[random.nextInt(100) == 0 ? 30_000 : 3];
                items.add(new SortedItems.Item(i % 2, identity, value));
            }
            assertThat(items.spilled()).isGreaterThan(1_000_000);
            List<Integer> order = new ArrayList<>();
            items.forEach(
                    item -> {
                        order.add(ByteBuffer.wrap(item.identity()).getInt() * 2 + item.origin());
                        return true;
                    });
            assertThat(order).hasSize(count).isSorted();
        }
    }
}
