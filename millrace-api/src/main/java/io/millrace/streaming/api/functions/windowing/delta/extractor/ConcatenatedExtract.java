// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.windowing.delta.extractor;

import io.millrace.annotation.Internal;

/** What one extractor takes out of what another took out. */
@Internal
public class ConcatenatedExtract<FROM, OVER, TO> implements Extractor<FROM, TO> {

    private static final long serialVersionUID = -7807197760725651752L;

    private final Extractor<FROM, OVER> first;
    private final Extractor<OVER, TO> second;

    /** First the one, then the other. */
    public ConcatenatedExtract(Extractor<FROM, OVER> e1, Extractor<OVER, TO> e2) {
        this.first = e1;
        this.second = e2;
    }

    @Override
    public TO extract(FROM in) {
        return second.extract(first.extract(in));
    }

    /** And a third after the two. */
    public <OUT> ConcatenatedExtract<FROM, TO, OUT> add(Extractor<TO, OUT> e3) {
        return new ConcatenatedExtract<>(this, e3);
    }
}
