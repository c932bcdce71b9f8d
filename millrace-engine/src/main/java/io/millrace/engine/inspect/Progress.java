// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.inspect;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Hears how much was read, so that a person can be told. The thread that reads. */
public interface Progress {

    /** Tells nobody. */
    Progress NONE = bytes -> {};

    /** So many bytes more. */
    void read(long bytes);

    /** The same stream, with all that is read of it told. */
    static InputStream watched(InputStream in, Progress progress) {
        return new FilterInputStream(in) {
            @Override
            public int read() throws IOException {
                int b = super.read();
                progress.read(b < 0 ? 0 : 1);
                return b;
            }

            @Override
            public int read(byte[] bytes, int offset, int count) throws IOException {
                int n = super.read(bytes, offset, count);
                progress.read(Math.max(0, n));
                return n;
            }

            @Override
            public long skip(long count) throws IOException {
                long n = super.skip(count);
                progress.read(n);
                return n;
            }
        };
    }
}
