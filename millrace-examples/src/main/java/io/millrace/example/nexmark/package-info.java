// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Nexmark: an auction site as a stream of people, auctions and bids, and fifteen questions about it
 * (Tucker, Tufte, Papadimos, Maier: NEXMark, a benchmark for queries over data streams, 2002; with
 * the proportions, skews and later queries of the Nexmark that Apache Beam and Apache Flink use).
 *
 * <p>Begin with {@link io.millrace.example.nexmark.AuctionSite}, which makes the events, and {@link
 * io.millrace.example.nexmark.Nexmark}, which runs one query from the command line.
 */
package io.millrace.example.nexmark;
