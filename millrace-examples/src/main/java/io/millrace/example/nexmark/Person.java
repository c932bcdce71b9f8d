// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example.nexmark;

/**
 * Somebody registers at the site.
 *
 * @param dateTime event time, in milliseconds since the epoch
 */
public record Person(
        long id,
        String name,
        String email,
        String creditCard,
        String city,
        String state,
        long dateTime,
        String extra) {}
