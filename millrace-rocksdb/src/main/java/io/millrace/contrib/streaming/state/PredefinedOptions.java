// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.contrib.streaming.state;

/** Sets of options for a kind of disk, which came of experience rather than of calculation. */
public enum PredefinedOptions {
    /** RocksDB's own, but for what a state backend needs. */
    DEFAULT,
    /** For disks that spin: larger levels, so that less is compacted, and large blocks. */
    SPINNING_DISK_OPTIMIZED,
    /** For disks that spin, and much memory: large write buffers and files, and Bloom filters. */
    SPINNING_DISK_OPTIMIZED_HIGH_MEM,
    /** For solid-state disks: more threads, for such a disk does several things at once. */
    FLASH_SSD_OPTIMIZED
}
