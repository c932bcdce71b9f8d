// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The one back door of the API: what a program recorded, in a form the engine reads.
 *
 * <p>Stands on the mirrored packages of this module. Run by: the caller's thread, while a program
 * is built. Never here: anything a user's program would name. Begin with {@link
 * io.millrace.spi.Transformation} and {@link io.millrace.spi.OperatorSpec}.
 */
package io.millrace.spi;
