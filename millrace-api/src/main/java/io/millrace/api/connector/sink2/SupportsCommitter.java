// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.sink2;

import io.millrace.annotation.Public;
import io.millrace.core.io.SimpleVersionedSerializer;
import java.io.IOException;

/** A sink whose writers are {@link CommittingSinkWriter}s. */
@Public
public interface SupportsCommitter<CommittableT> {

    Committer<CommittableT> createCommitter(CommitterInitContext context) throws IOException;

    SimpleVersionedSerializer<CommittableT> getCommittableSerializer();
}
