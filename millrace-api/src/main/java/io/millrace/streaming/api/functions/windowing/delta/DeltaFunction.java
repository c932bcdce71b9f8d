// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.windowing.delta;

import io.millrace.annotation.PublicEvolving;
import java.io.Serializable;

/**
 * How far a record is from an older one.
 *
 * @param <DATA> the records
 */
@PublicEvolving
public interface DeltaFunction<DATA> extends Serializable {

    /** The distance between the two. */
    double getDelta(DATA oldDataPoint, DATA newDataPoint);
}
