// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The life of one job: deployed, running, failing, restarting, ended.
 *
 * <p>Stands on {@code plan}, {@code task}, {@code checkpoint}, {@code state}, {@code keys}, {@code
 * worker}, {@code time} and {@code view}. Run by: the job's own thread, which takes letters from
 * one inbox; nobody else touches its state. Never here: what happens to a record, what bytes mean.
 * Begin with {@link io.millrace.engine.job.JobState}, then {@code JobSupervisor}.
 */
package io.millrace.engine.job;
