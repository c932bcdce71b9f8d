// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example.nexmark;

import io.millrace.api.common.functions.MapFunction;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes the events of the site; the n-th event is a function of n and the seed alone, so that any
 * part of the stream can be read again, by anybody.
 *
 * <p>The proportions and skews are Nexmark's. Of 50 events one is a person, three are auctions and
 * 46 are bids. Half of the bids go to the hot auction of the moment, three quarters of them come
 * from the hot bidder, and three quarters of the auctions are offered by the hot seller; the hot
 * ones change with each hundred that were made. The others are drawn from the auctions in flight
 * (about a hundred) and from the last thousand people. Prices are spread evenly over six powers of
 * ten.
 *
 * <p>Numbers are given in the order in which things happen; events come in another order, mixed
 * within groups.
 */
public final class AuctionSite implements MapFunction<Long, Event> {

    private static final long serialVersionUID = 1L;

    static final int PEOPLE_OF_50 = 1;
    static final int AUCTIONS_OF_50 = 3;
    static final int OF_50 = 50;

    /** Identities are counted from here. */
    static final long FIRST_ID = 1000;

    private static final long FIRST_CATEGORY = 10;
    private static final int CATEGORIES = 5;
    private static final int IN_FLIGHT = 100;
    private static final int ACTIVE_PEOPLE = 1000;
    private static final int HOT_GROUP = 100;
    private static final int HOT_AUCTION_RATIO = 2;
    private static final int HOT_SELLER_RATIO = 4;
    private static final int HOT_BIDDER_RATIO = 4;

    /** How far beyond the newest one a drawn identity may lie: some are named before they exist. */
    private static final int LEAD = 10;

    /** Has no divisor in common with a group's size, so that it permutes the group. */
    private static final int MIXER = 953;

    private static final List<String> HOT_CHANNELS =
            List.of("Google", "Facebook", "Baidu", "Apple");
    private static final int CHANNELS = 10_000;
    private static final List<String> STATES = List.of("AZ", "CA", "ID", "OR", "WA", "WY");
    private static final List<String> CITIES =
            List.of(
                    "Phoenix",
                    "Los Angeles",
                    "San Francisco",
                    "Boise",
                    "Portland",
                    "Bend",
                    "Redmond",
                    "Seattle",
                    "Kent",
                    "Cheyenne");
    private static final List<String> FIRST_NAMES =
            List.of(
                    "Peter", "Paul", "Luke", "John", "Saul", "Vicky", "Kate", "Julie", "Sarah",
                    "Deiter", "Walter");
    private static final List<String> LAST_NAMES =
            List.of(
                    "Shultz", "Abrams", "Spencer", "White", "Bartels", "Walton", "Smith", "Jones",
                    "Noris");

    private final long seed;
    private final long begin;
    private final long eventsPerSecond;
    private final int group;

    /**
     * @param begin event time of the first event, in milliseconds since the epoch
     * @param eventsPerSecond how many events happen in a second of event time; 1 to 1,000,000
     * @param group how many events are mixed with each other, at least 1; must not be a multiple of
     *     953
     */
    public AuctionSite(long seed, long begin, long eventsPerSecond, int group) {
        if (eventsPerSecond < 1 || eventsPerSecond > 1_000_000) {
            throw new IllegalArgumentException(
                    "Events per second must be 1 to 1,000,000, not " + eventsPerSecond);
        }
        if (group < 1 || group % MIXER == 0) {
            throw new IllegalArgumentException(
                    "The size of a group must be positive and no multiple of "
                            + MIXER
                            + ", not "
                            + group);
        }
        this.seed = seed;
        this.begin = begin;
        this.eventsPerSecond = eventsPerSecond;
        this.group = group;
    }

    /** By how much an event can come after one that happened later, in milliseconds. */
    public long maxDelayMs() {
        return group * 1000L / eventsPerSecond + 1;
    }

    @Override
    public Event map(Long position) {
        return at(position);
    }

    /** The event at a position of the stream, 0 is the first. */
    public Event at(long position) {
        long number = position - position % group + position * MIXER % group;
        SplittableRandom random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + number);
        random.nextLong(); // neighbouring seeds begin alike
        int place = (int) (number % OF_50);
        if (place < PEOPLE_OF_50) {
            return Event.of(person(number, random));
        }
        return place < PEOPLE_OF_50 + AUCTIONS_OF_50
                ? Event.of(auction(number, random))
                : Event.of(bid(number, random));
    }

    /** When the event with this number happened. */
    private long timestamp(long number) {
        return begin + number * 1000 / eventsPerSecond;
    }

    /** How many people there are before this event, the event itself included. */
    private static long people(long number) {
        return number / OF_50 * PEOPLE_OF_50 + Math.min(number % OF_50 + 1, PEOPLE_OF_50);
    }

    /** How many auctions there are before this event, the event itself included; can be none. */
    private static long auctions(long number) {
        long before = number % OF_50 + 1 - PEOPLE_OF_50;
        return number / OF_50 * AUCTIONS_OF_50 + Math.min(before, AUCTIONS_OF_50);
    }

    private Person person(long number, SplittableRandom random) {
        String name = oneOf(FIRST_NAMES, random) + " " + oneOf(LAST_NAMES, random);
        return new Person(
                FIRST_ID + people(number) - 1,
                name,
                letters(7, random) + "@" + letters(5, random) + ".com",
                digits(random) + " " + digits(random) + " " + digits(random) + " " + digits(random),
                oneOf(CITIES, random),
                oneOf(STATES, random),
                timestamp(number),
                about(60, random));
    }

    private Auction auction(long number, SplittableRandom random) {
        long hotSeller = (people(number) - 1) / HOT_GROUP * HOT_GROUP;
        long seller = random.nextInt(HOT_SELLER_RATIO) > 0 ? hotSeller : anyPerson(number, random);
        long initialBid = price(random);
        long now = timestamp(number);
        // As long as it takes until as many auctions as are in flight have been made, on average.
        long horizon = timestamp(number + IN_FLIGHT * OF_50 / AUCTIONS_OF_50) - now;
        return new Auction(
                FIRST_ID + auctions(number) - 1,
                letters(20, random),
                letters(100, random),
                initialBid,
                initialBid + price(random),
                now,
                now + 1 + random.nextLong(Math.max(1, horizon * 2)),
                FIRST_ID + seller,
                FIRST_CATEGORY + random.nextInt(CATEGORIES),
                about(250, random));
    }

    private Bid bid(long number, SplittableRandom random) {
        long hotAuction = (auctions(number) - 1) / HOT_GROUP * HOT_GROUP;
        long auction =
                random.nextInt(HOT_AUCTION_RATIO) > 0 ? hotAuction : anyAuction(number, random);
        long hotBidder = (people(number) - 1) / HOT_GROUP * HOT_GROUP + 1;
        long bidder = random.nextInt(HOT_BIDDER_RATIO) > 0 ? hotBidder : anyPerson(number, random);
        long price = price(random);
        String channel =
                random.nextBoolean()
                        ? oneOf(HOT_CHANNELS, random)
                        : "channel-" + random.nextInt(CHANNELS);
        return new Bid(
                FIRST_ID + auction,
                FIRST_ID + bidder,
                price,
                channel,
                "https://www.nexmark.com/" + letters(5, random) + "/item.htm?channel=" + channel,
                timestamp(number),
                about(20, random));
    }

    private static long anyPerson(long number, SplittableRandom random) {
        long people = people(number);
        long active = Math.min(people, ACTIVE_PEOPLE);
        return people - active + random.nextLong(active + LEAD);
    }

    private static long anyAuction(long number, SplittableRandom random) {
        long newest = auctions(number) - 1;
        long oldest = Math.max(0, newest - IN_FLIGHT);
        return oldest + random.nextLong(newest - oldest + 1 + LEAD);
    }

    private static long price(SplittableRandom random) {
        return Math.round(Math.pow(10, random.nextDouble() * 6) * 100);
    }

    private static String oneOf(List<String> names, SplittableRandom random) {
        return names.get(random.nextInt(names.size()));
    }

    private static String digits(SplittableRandom random) {
        return Integer.toString(1000 + random.nextInt(9000));
    }

    private static String about(int length, SplittableRandom random) {
        return letters(length - length / 5 + random.nextInt(length * 2 / 5 + 1), random);
    }

    private static String letters(int length, SplittableRandom random) {
        char[] letters = new char[length];
        for (int i = 0; i < length; i++) {
            letters[i] = (char) ('a' + random.nextInt(26));
        }
        return new String(letters);
    }
}
