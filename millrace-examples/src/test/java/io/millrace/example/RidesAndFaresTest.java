// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Each ride has one fare. */
class RidesAndFaresTest {

    @Test
    void eachRideLeavesWithItsOwnFareWhicheverCameFirst() throws Exception {
        StreamExecutionEnvironment env = Run.environment(2);
        List<RidesAndFares.Ride> rides = Run.numbered(500, RidesAndFares.Ride::numbered);
        List<RidesAndFares.Fare> fares =
                new ArrayList<>(Run.numbered(500, RidesAndFares.Fare::ofRide));
        Collections.shuffle(fares, new Random(7));

        List<RidesAndFares.PaidRide> paid =
                Run.all(RidesAndFares.join(env.fromData(rides), env.fromData(fares)));

        Map<Long, Long> centsOfRide = new HashMap<>();
        fares.forEach(fare -> centsOfRide.put(fare.rideId(), fare.cents()));
        assertThat(paid)
                .containsExactlyInAnyOrderElementsOf(
                        rides.stream()
                                .map(
                                        ride ->
                                                new RidesAndFares.PaidRide(
                                                        ride.id(),
                                                        ride.driver(),
                                                        ride.kilometres(),
                                                        centsOfRide.get(ride.id())))
                                .toList());
    }
}
