// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.example.nexmark.Auction;
import io.millrace.example.nexmark.AveragePrices.Average;
import io.millrace.example.nexmark.Bid;
import io.millrace.example.nexmark.BidStatistics.Day;
import io.millrace.example.nexmark.BidderActivity.Activity;
import io.millrace.example.nexmark.Event;
import io.millrace.example.nexmark.HighestBids.Highest;
import io.millrace.example.nexmark.HotItems.Hot;
import io.millrace.example.nexmark.LocalItems.Item;
import io.millrace.example.nexmark.NewSellers.NewSeller;
import io.millrace.example.nexmark.Person;
import io.millrace.example.nexmark.Selections.Calculated;
import io.millrace.example.nexmark.Selections.EuroBid;
import io.millrace.example.nexmark.Selections.Selected;
import io.millrace.example.nexmark.SideInput.Enriched;
import io.millrace.example.nexmark.WinningBids.Win;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The answers to Nexmark's queries by plain loops over all events at once, as one would ask a
 * table: no windows, no state, no time but what stands in the events.
 */
final class NexmarkAnswers {

    private static final long SECOND = 1000;

    private final List<Event> events;
    private final List<Person> people = new ArrayList<>();
    private final List<Auction> auctions = new ArrayList<>();
    private final List<Bid> bids = new ArrayList<>();

    NexmarkAnswers(List<Event> events) {
        this.events = events;
        for (Event event : events) {
            if (event.person() != null) {
                people.add(event.person());
            } else if (event.auction() != null) {
                auctions.add(event.auction());
            } else {
                bids.add(event.bid());
            }
        }
    }

    /** The rows of the answer, in the order of their texts. */
    List<String> to(int query) {
        return switch (query) {
            case 0 -> sorted(events.stream());
            case 1 ->
                    sorted(
                            bids.stream()
                                    .map(
                                            bid ->
                                                    new EuroBid(
                                                            bid.auction(),
                                                            bid.bidder(),
                                                            euros(bid),
                                                            bid.dateTime())));
            case 2 ->
                    sorted(
                            bids.stream()
                                    .filter(bid -> bid.auction() % 123 == 0)
                                    .map(bid -> new Selected(bid.auction(), bid.price())));
            case 3 -> sorted(localItems().stream());
            case 4 -> sorted(averages().stream());
            case 5 -> sorted(hotItems().stream());
            case 7 -> sorted(highestBids().stream());
            case 8 -> sorted(newSellers().stream());
            case 9 -> sorted(wins().stream());
            case 11 -> sorted(sessions().stream());
            case 13 ->
                    sorted(
                            bids.stream()
                                    .map(
                                            bid ->
                                                    new Enriched(
                                                            bid.auction(),
                                                            bid.bidder(),
                                                            bid.price(),
                                                            bid.dateTime(),
                                                            "row " + bid.auction() % 1000)));
            case 14 -> sorted(calculations().stream());
            case 15 -> sorted(days((bid, day) -> List.of("", day)).stream());
            case 16 -> sorted(days((bid, day) -> List.of(bid.channel(), day)).stream());
            default -> throw new IllegalArgumentException("query " + query);
        };
    }

    /** How many bids each bidder made. */
    Map<Long, Long> bidsOfBidders() {
        Map<Long, Long> counts = new TreeMap<>();
        bids.forEach(bid -> counts.merge(bid.bidder(), 1L, Long::sum));
        return counts;
    }

    private static List<String> sorted(Stream<?> rows) {
        return rows.map(Object::toString).sorted().toList();
    }

    private static long euros(Bid bid) {
        return bid.price() * 908 / 10;
    }

    private List<Item> localItems() {
        List<Item> items = new ArrayList<>();
        for (Person person : people) {
            for (Auction auction : auctions) {
                if (auction.seller() == person.id()
                        && auction.category() == 10
                        && List.of("OR", "ID", "CA").contains(person.state())) {
                    items.add(new Item(person.name(), person.city(), person.state(), auction.id()));
                }
            }
        }
        return items;
    }

    private List<Win> wins() {
        List<Win> wins = new ArrayList<>();
        for (Auction auction : auctions) {
            Bid best = null;
            for (Bid bid : bids) {
                if (bid.auction() == auction.id()
                        && bid.dateTime() >= auction.dateTime()
                        && bid.dateTime() <= auction.expires()
                        && (best == null || beats(bid, best))) {
                    best = bid;
                }
            }
            if (best != null) {
                wins.add(
                        new Win(
                                auction.id(),
                                auction.category(),
                                auction.seller(),
                                best.bidder(),
                                best.price(),
                                best.dateTime()));
            }
        }
        return wins;
    }

    private static boolean beats(Bid bid, Bid best) {
        if (bid.price() != best.price()) {
            return bid.price() > best.price();
        }
        return bid.dateTime() != best.dateTime()
                ? bid.dateTime() < best.dateTime()
                : bid.bidder() < best.bidder();
    }

    /** The last average of each category only: the ones before depend on the order of sales. */
    private List<Average> averages() {
        Map<Long, List<Long>> prices = new TreeMap<>();
        for (Win win : wins()) {
            prices.computeIfAbsent(win.category(), c -> new ArrayList<>()).add(win.price());
        }
        List<Average> averages = new ArrayList<>();
        prices.forEach(
                (category, of) ->
                        averages.add(
                                new Average(
                                        category,
                                        of.size(),
                                        of.stream().mapToLong(Long::longValue).sum() / of.size())));
        return averages;
    }

    private List<Hot> hotItems() {
        TreeSet<Long> ends = new TreeSet<>();
        for (Bid bid : bids) {
            long end = (bid.dateTime() / (2 * SECOND) + 1) * 2 * SECOND;
            for (int i = 0; i < 5; i++) {
                ends.add(end + i * 2L * SECOND);
            }
        }
        List<Hot> hot = new ArrayList<>();
        for (long end : ends) {
            Map<Long, Long> counts = new TreeMap<>();
            for (Bid bid : bids) {
                if (within(bid, end)) {
                    counts.merge(bid.auction(), 1L, Long::sum);
                }
            }
            long most = counts.values().stream().mapToLong(Long::longValue).max().orElseThrow();
            counts.forEach(
                    (auction, n) -> {
                        if (n == most) {
                            hot.add(new Hot(end, auction, n));
                        }
                    });
        }
        return hot;
    }

    private static boolean within(Bid bid, long end) {
        return bid.dateTime() >= end - 10 * SECOND && bid.dateTime() < end;
    }

    private List<Highest> highestBids() {
        List<Highest> highest = new ArrayList<>();
        for (Bid bid : bids) {
            long end = (bid.dateTime() / (10 * SECOND) + 1) * 10 * SECOND;
            boolean beaten = false;
            for (Bid other : bids) {
                beaten |= within(other, end) && other.price() > bid.price();
            }
            if (!beaten) {
                highest.add(
                        new Highest(end, bid.auction(), bid.bidder(), bid.price(), bid.dateTime()));
            }
        }
        return highest;
    }

    private List<NewSeller> newSellers() {
        List<NewSeller> sellers = new ArrayList<>();
        for (Person person : people) {
            long window = person.dateTime() / (10 * SECOND);
            for (Auction auction : auctions) {
                if (auction.seller() == person.id()
                        && auction.dateTime() / (10 * SECOND) == window) {
                    sellers.add(new NewSeller(person.id(), person.name(), window * 10 * SECOND));
                    break;
                }
            }
        }
        return sellers;
    }

    private List<Activity> sessions() {
        Map<Long, TreeMap<Long, Long>> times = new TreeMap<>();
        for (Bid bid : bids) {
            times.computeIfAbsent(bid.bidder(), b -> new TreeMap<>())
                    .merge(bid.dateTime(), 1L, Long::sum);
        }
        List<Activity> sessions = new ArrayList<>();
        times.forEach(
                (bidder, counts) -> {
                    long start = counts.firstKey();
                    long last = start;
                    long n = 0;
                    for (Map.Entry<Long, Long> at : counts.entrySet()) {
                        if (at.getKey() - last > 10 * SECOND) {
                            sessions.add(new Activity(bidder, n, start, last + 10 * SECOND));
                            start = at.getKey();
                            n = 0;
                        }
                        last = at.getKey();
                        n += at.getValue();
                    }
                    sessions.add(new Activity(bidder, n, start, last + 10 * SECOND));
                });
        return sessions;
    }

    private List<Calculated> calculations() {
        List<Calculated> rows = new ArrayList<>();
        for (Bid bid : bids) {
            double euros = bid.price() * 0.908;
            if (euros > 1_000_000 && euros < 50_000_000) {
                int hour = Instant.ofEpochMilli(bid.dateTime()).atOffset(ZoneOffset.UTC).getHour();
                String type =
                        hour >= 8 && hour <= 18
                                ? "day"
                                : hour <= 6 || hour >= 20 ? "night" : "other";
                int cs = bid.extra().length() - bid.extra().replace("c", "").length();
                rows.add(
                        new Calculated(
                                bid.auction(), bid.bidder(), euros(bid), type, bid.dateTime(), cs));
            }
        }
        return rows;
    }

    private List<Day> days(BiFunction<Bid, String, List<String>> groupOf) {
        Map<List<String>, List<Bid>> groups = new TreeMap<>(NexmarkAnswers::compare);
        for (Bid bid : bids) {
            String day = Instant.ofEpochMilli(bid.dateTime()).toString().substring(0, 10);
            groups.computeIfAbsent(groupOf.apply(bid, day), g -> new ArrayList<>()).add(bid);
        }
        List<Day> days = new ArrayList<>();
        groups.forEach((group, of) -> days.add(day(group.get(0), group.get(1), of)));
        return days;
    }

    private static int compare(List<String> a, List<String> b) {
        int first = a.get(0).compareTo(b.get(0));
        return first != 0 ? first : a.get(1).compareTo(b.get(1));
    }

    private static Day day(String channel, String day, List<Bid> of) {
        List<Predicate<Bid>> ranks =
                List.of(
                        bid -> true,
                        bid -> bid.price() < 10_000,
                        bid -> bid.price() >= 10_000 && bid.price() < 1_000_000,
                        bid -> bid.price() >= 1_000_000);
        long[] counts = new long[4];
        long[] bidders = new long[4];
        long[] auctions = new long[4];
        for (int rank = 0; rank < 4; rank++) {
            Set<Long> whose = new HashSet<>();
            Set<Long> what = new HashSet<>();
            for (Bid bid : of) {
                if (ranks.get(rank).test(bid)) {
                    counts[rank]++;
                    whose.add(bid.bidder());
                    what.add(bid.auction());
                }
            }
            bidders[rank] = whose.size();
            auctions[rank] = what.size();
        }
        long last = of.stream().mapToLong(Bid::dateTime).max().orElseThrow();
        var at = Instant.ofEpochMilli(last).atOffset(ZoneOffset.UTC);
        return new Day(
                channel,
                day,
                at.getHour() * 60L + at.getMinute(),
                counts[0],
                counts[1],
                counts[2],
                counts[3],
                bidders[0],
                bidders[1],
                bidders[2],
                bidders[3],
                auctions[0],
                auctions[1],
                auctions[2],
                auctions[3]);
    }
}
