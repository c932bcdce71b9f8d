// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example.nexmark;

/**
 * Somebody offers a thing.
 *
 * @param dateTime event time, in milliseconds since the epoch
 * @param expires the last instant at which a bid counts
 */
public record Auction(
        long id,
        String itemName,
        String description,
        long initialBid,
        long reserve,
        long dateTime,
        long expires,
        long seller,
        long category,
        String extra) {}
