// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example.nexmark;

/**
 * Somebody bids for a thing.
 *
 * @param price in cents of a dollar
 * @param channel where the bid was made
 * @param dateTime event time, in milliseconds since the epoch
 */
public record Bid(
        long auction,
        long bidder,
        long price,
        String channel,
        String url,
        long dateTime,
        String extra) {}
