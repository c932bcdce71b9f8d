// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration.description;

import io.millrace.annotation.PublicEvolving;

/** A part of a line. */
@PublicEvolving
public interface InlineElement extends DescriptionElement {}
