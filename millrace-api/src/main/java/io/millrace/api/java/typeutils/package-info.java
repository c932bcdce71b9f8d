// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * How the type of a stream is found out from the user's classes, and the type informations of what
 * the library knows: tuples, POJOs, records, lists, maps, enums, arrays, and the rest. Used when
 * the program is built, by the thread that builds it. Begin with {@link
 * io.millrace.api.java.typeutils.TypeExtractor}.
 */
package io.millrace.api.java.typeutils;
