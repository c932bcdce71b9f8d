// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.windowing.delta;

import io.millrace.annotation.PublicEvolving;
import io.millrace.streaming.api.functions.windowing.delta.extractor.Extractor;

/**
 * A distance between a part of each record.
 *
 * @param <DATA> the records
 * @param <TO> the parts
 */
@PublicEvolving
public abstract class ExtractionAwareDeltaFunction<DATA, TO> implements DeltaFunction<DATA> {

    private static final long serialVersionUID = 6927486219702689554L;

    /** Null where the record itself is the part. */
    private final Extractor<DATA, TO> converter;

    /** By what the extractor takes out of each record; null to take the record itself. */
    public ExtractionAwareDeltaFunction(Extractor<DATA, TO> converter) {
        this.converter = converter;
    }

    @Override
    @SuppressWarnings("unchecked") // without an extractor the two types are one
    public double getDelta(DATA oldDataPoint, DATA newDataPoint) {
        return converter == null
                ? getNestedDelta((TO) oldDataPoint, (TO) newDataPoint)
                : getNestedDelta(converter.extract(oldDataPoint), converter.extract(newDataPoint));
    }

    /** The distance between the two parts. */
    public abstract double getNestedDelta(TO oldDataPoint, TO newDataPoint);
}
