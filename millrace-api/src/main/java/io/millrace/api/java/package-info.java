// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What prepares a user's function for its journey: cleaning, and finding out where it was given.
 * Run by the thread that builds the program.
 */
package io.millrace.api.java;
