// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Renames compiled code between {@code org.apache.flink} and {@code io.millrace}, in both
 * directions and without loss: what was renamed and renamed back is what it was.
 *
 * <p>Run by the build for connectors, and by class loaders, any thread. It knows names and class
 * files; never an engine, a job or a cluster. Begin with {@link io.millrace.rename.Renaming};
 * {@link io.millrace.rename.JarRenaming} does whole jars, and {@link io.millrace.rename.LinkCheck}
 * tells what renamed code would not find on the other side.
 */
package io.millrace.rename;
