// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.windowing.delta;

import io.millrace.annotation.PublicEvolving;
import io.millrace.streaming.api.functions.windowing.delta.extractor.Extractor;

/**
 * One less the cosine of the angle between two vectors: 0 for the same direction, 1 for a right
 * angle. A vector of zeros is as far from all others as a right angle.
 *
 * @param <DATA> the records
 */
@PublicEvolving
public class CosineDistance<DATA> extends ExtractionAwareDeltaFunction<DATA, double[]> {

    private static final long serialVersionUID = -1217813582965151599L;

    /** The records are vectors. */
    public CosineDistance() {
        super(null);
    }

    /** The extractor takes vectors out of the records. */
    public CosineDistance(Extractor<DATA, double[]> converter) {
        super(converter);
    }

    @Override
    public double getNestedDelta(double[] oldDataPoint, double[] newDataPoint) {
        double product = 0;
        double oldSquares = 0;
        double newSquares = 0;
        for (int i = 0; i < oldDataPoint.length; i++) {
            product += oldDataPoint[i] * newDataPoint[i];
            oldSquares += oldDataPoint[i] * oldDataPoint[i];
            newSquares += newDataPoint[i] * newDataPoint[i];
        }
        double lengths = Math.sqrt(oldSquares) * Math.sqrt(newSquares);
        return lengths == 0 ? 1 : 1 - product / lengths;
    }
}
