// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.eventtime;

import io.millrace.annotation.PublicEvolving;
import java.io.Serializable;

/**
 * A timestamp assigner that travels as a serialized object, as a lambda does.
 *
 * @param <T> the records
 */
@PublicEvolving
@FunctionalInterface
public interface SerializableTimestampAssigner<T> extends TimestampAssigner<T>, Serializable {}
