// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * {@code millrace checkpoint}: shows what lies in checkpoints and savepoints.
 *
 * <p>Stands on {@code io.millrace.engine.inspect}, whose calls each command is a face of. Run by:
 * the main thread. Never here: anything that changes a checkpoint. Begin with {@link
 * io.millrace.cli.checkpoint.CheckpointCommand}.
 */
package io.millrace.cli.checkpoint;
