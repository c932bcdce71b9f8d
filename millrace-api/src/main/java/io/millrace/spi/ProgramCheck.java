// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

/**
 * Looks at a whole program before it starts, for what only a connector knows: what its outside
 * system allows, and what the program's settings mean for it.
 *
 * <p>Found by {@link java.util.ServiceLoader} with the program's class loader, and called by {@code
 * execute()} in the caller's thread, so it may ask the outside system; not in simulations.
 */
public interface ProgramCheck {

    /**
     * Warns in the log of what is doubtful.
     *
     * @throws Exception to refuse the program: it does not start
     */
    void check(Pipeline program) throws Exception;
}
