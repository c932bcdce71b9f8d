// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package program;

/** Builds no job. */
public final class Idle {

    private Idle() {}

    public static void main(String[] args) {}
}
