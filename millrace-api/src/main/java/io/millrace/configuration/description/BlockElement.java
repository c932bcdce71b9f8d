// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration.description;

import io.millrace.annotation.PublicEvolving;

/** A part that stands by itself: a paragraph, a list. */
@PublicEvolving
public interface BlockElement extends DescriptionElement {}
