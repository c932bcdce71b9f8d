// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The launcher: runs a jar, reads the configuration files, shows the demo.
 *
 * <p>Stands on the API and the engine's front door. Run by: the main thread. Never here: anything a
 * program could not do itself. Begin with {@link io.millrace.cli.Main}.
 */
package io.millrace.cli;
