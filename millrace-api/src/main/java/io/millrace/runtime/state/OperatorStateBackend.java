// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state;

import io.millrace.api.common.state.OperatorStateStore;

/** State of one subtask of an operator, as an operator sees it. */
public interface OperatorStateBackend extends OperatorStateStore {}
