// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration.description;

/** Any part of a description. */
interface DescriptionElement {

    /** Has the formatter write this element. */
    void format(Formatter formatter);
}
