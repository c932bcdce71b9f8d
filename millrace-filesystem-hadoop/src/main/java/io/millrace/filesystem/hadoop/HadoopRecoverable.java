// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import io.millrace.core.fs.RecoverableWriter.CommitRecoverable;
import io.millrace.core.fs.RecoverableWriter.ResumeRecoverable;
import org.apache.hadoop.fs.Path;

/**
 * How far a file had come.
 *
 * @param target what it is called once committed, with scheme and host
 * @param temp what it is called until then, beside it
 * @param offset how many of its bytes count
 * @param ended whether its writer had closed it
 * @param copied whether it is a copy of one that was taken up again, which lies beside it
 */
record HadoopRecoverable(Path target, Path temp, long offset, boolean ended, boolean copied)
        implements CommitRecoverable, ResumeRecoverable {

    @Override
    public String toString() {
        return target + " (pending as " + temp.getName() + ", " + offset + " bytes)";
    }
}
