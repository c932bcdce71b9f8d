// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Functions over records that belong to no operator, above all the key selector. Run by tasks. */
package io.millrace.api.java.functions;
