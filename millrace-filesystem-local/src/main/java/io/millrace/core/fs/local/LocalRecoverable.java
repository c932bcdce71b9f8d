// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs.local;

import io.millrace.core.fs.RecoverableWriter.CommitRecoverable;
import io.millrace.core.fs.RecoverableWriter.ResumeRecoverable;
import java.io.File;

/**
 * How far a file had come.
 *
 * @param targetFile what it is called once committed
 * @param tempFile what it is called until then
 * @param offset how many of its bytes count
 * @param ended whether its writer had closed it, so that nobody has it open any more
 * @param copied whether it is a copy of one that was taken up again, which lies beside it
 */
record LocalRecoverable(File targetFile, File tempFile, long offset, boolean ended, boolean copied)
        implements CommitRecoverable, ResumeRecoverable {

    @Override
    public String toString() {
        return targetFile + " (pending as " + tempFile.getName() + ", " + offset + " bytes)";
    }
}
