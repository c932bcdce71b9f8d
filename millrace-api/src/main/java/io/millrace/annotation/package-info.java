// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** How firmly a name is promised: the stability marks of the mirrored API. Nothing runs here. */
package io.millrace.annotation;
