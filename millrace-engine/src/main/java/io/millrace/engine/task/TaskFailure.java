// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

/**
 * Why a task failed: who, where, and the cause as it was thrown.
 *
 * @param key which task
 * @param taskName name of the chain and subtask, for people
 * @param operator name of the operator whose code threw; null when it was none's
 * @param uid that operator's uid; null when it has none
 */
public record TaskFailure(
        TaskKey key, String taskName, String operator, String uid, Throwable cause) {

    /** Half a sentence for people: who failed, and where. */
    public String who() {
        if (operator == null) {
            return "Task '" + taskName + "' failed";
        }
        String name = "Operator '" + operator + "'" + (uid == null ? "" : " (uid '" + uid + "')");
        return name + " failed in task '" + taskName + "'";
    }
}
