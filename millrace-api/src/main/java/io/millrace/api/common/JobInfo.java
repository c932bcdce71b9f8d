// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common;

import io.millrace.annotation.PublicEvolving;

/** The id and name of a job. */
@PublicEvolving
public interface JobInfo {

    /** The id. */
    JobID getJobId();

    /** The name. */
    String getJobName();
}
