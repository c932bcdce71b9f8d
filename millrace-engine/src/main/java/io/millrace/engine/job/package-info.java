// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The life of one job: deploys attempts, carries letters, restarts, ends.
 *
 * <p>Stands on all rooms below. Run by: the supervisor's step; a source's coordinator by a step of
 * its own; {@code JobInbox} by anyone. Never here: waiting, files, what happens to a record. Begin
 * with {@link io.millrace.engine.job.JobSupervisor}.
 */
package io.millrace.engine.job;
