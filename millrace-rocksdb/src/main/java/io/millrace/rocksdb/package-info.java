// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Keyed state in RocksDB.
 *
 * <p>Stands on {@code engine.state} and {@code engine.keys}. Run by: the task, but for {@code
 * FrozenDatabase} and {@code KnownFiles}, which I/O threads use; RocksDB has threads of its own.
 * Never here: what a checkpoint as a whole is. Begin with {@link
 * io.millrace.rocksdb.RocksKeyedStateBackend}.
 */
package io.millrace.rocksdb;
