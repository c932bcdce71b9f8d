// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.windowing.delta;

import io.millrace.annotation.PublicEvolving;
import io.millrace.streaming.api.functions.windowing.delta.extractor.Extractor;

/**
 * The length of the straight line between two points.
 *
 * @param <DATA> the records
 */
@PublicEvolving
public class EuclideanDistance<DATA> extends ExtractionAwareDeltaFunction<DATA, double[]> {

    private static final long serialVersionUID = 3119432599634512359L;

    /** The records are points. */
    public EuclideanDistance() {
        super(null);
    }

    /** The extractor takes points out of the records. */
    public EuclideanDistance(Extractor<DATA, double[]> converter) {
        super(converter);
    }

    @Override
    public double getNestedDelta(double[] oldDataPoint, double[] newDataPoint) {
        double squares = 0;
        for (int i = 0; i < oldDataPoint.length; i++) {
            double step = oldDataPoint[i] - newDataPoint[i];
            squares += step * step;
        }
        return Math.sqrt(squares);
    }
}
