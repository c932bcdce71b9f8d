// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.chain;

/**
 * An operator that at times can take no more for now, because of something outside of its task. Its
 * task asks before it takes further input, once per step: what a step brings on top must still find
 * room. Who frees room wakes the task, by {@link OperatorContext#execute}.
 */
public interface LimitedRoom {

    /** Whether input may come. Used by the operator's task only. */
    boolean hasRoom();
}
