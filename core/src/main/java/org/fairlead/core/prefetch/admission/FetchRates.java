// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.network.rate.RateAllotment;
import org.fairlead.core.network.rate.RateGrant;
import org.fairlead.core.network.rate.RateLedger;
import org.fairlead.core.topology.Node;

/**
 * Which host pairs are guaranteed which rate on devices, so that what admission has admitted between them is there in time whatever others send.
 *
 * <p><b>Goals.</b> An admitted fetch has on each link of its path what it needs, and no more: all else is everybody's.
 *
 * <p><b>Constraints.</b> A device knows packets by host pair and class, not by fetch: what goes between two hosts has one rate. There are few queues, a grant for each link, a quota for each application and a least rate ({@link RateLedger}). A rate is worth nothing unless all
 * devices of the path carry it out. What a flow wants beyond its rate it gets after everybody else, so a rate far below what is needed is worse than none.
 *
 * <p><b>Algorithm.</b> The floors of admitted fetches are added up by host pair, and what each needs if its rate is to be the same until shortly before its deadline; the larger sum, with the headers of packets, is what it demands. The pair is the application's that needs most of it. First whoever needs nothing any more gives its rate back,
 * and all others keep the least rate, so that they stay in their queues. Then all are raised to their floors, and then to their demands, the earliest deadline first, as far as links and quotas have room. Who gets less than half of its demand, and less than half of all that could be granted, is left to the network at once, so that those due later have its room and its queue. A rate that is at most half too large stays as it is; a new one
 * is a tenth larger than the demand. So devices have little to change.
 *
 * <p><b>Example.</b> Half of a link of 100 Mbit/s is granted. A fetch of 5 MB that is due in 2.5 s needs 20 Mbit/s for two seconds, 21.3 on the wire; it gets 23.4. A second one to another host, due later, that needs 40 gets the 26.6 that are left. A third that needs 10 gets nothing.
 *
 * <p><b>Source.</b> Rates that are just enough for the deadline, in a queue for each flow: FlexFetch, sections III-B and IV-A. Sums by host pair, both steps and what stays as it is are ours. Not safe for threads.
 */
public final class FetchRates {
    /** Of the bytes on the wire, what a reader gets of them: full packets of TCP are 94.9 % payload, of which HDFS's checksums are 0.8 %. */
    public static final double PAYLOAD_SHARE = 0.94;

    private static final double HEADROOM = 1.1;
    private static final double MOST_TOO_LARGE = 1.5;
    private static final double LEAST_SHARE = 0.5;

    private final RateLedger ledger;

    /** What became of a host pair's demand. */
    public enum Outcome {
        GUARANTEED,
        /** Less than the least rate that can be guaranteed. */
        TOO_SMALL,
        /** A device of the path does not carry out rates. */
        NO_DRIVER,
        /** Links or the application's quota have too little of it left. */
        NO_ROOM,
        /** All queues of a link are taken, or no path leads there. */
        NO_QUEUE;

        /** The word for it in reports. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * What a host pair needs, in bytes per second on the wire.
     *
     * @param bytesPerSecond at least the floor
     */
    private record Demand(
            FlowUnit unit, String application, double floorBytesPerSecond, double bytesPerSecond, long deadlineNanos) {}

    /** @param ledger whose rates are all of this object's */
    public FetchRates(RateLedger ledger) {
        this.ledger = ledger;
    }

    /**
     * Has the ledger hold what is needed now, and nothing else.
     *
     * @param carriesOut whether a host or switch carries out what is allotted
     * @param untilNanos when all of it ends unless this is called again
     * @return by host pair, those of which something is needed
     */
    public Map<FlowUnit, Outcome> renew(
            List<SharedAdmission.Need> needs, Predicate<Node> carriesOut, long untilNanos, long nowNanos) {
        Map<FlowUnit, RateAllotment> before = held(nowNanos);
        Map<FlowUnit, Outcome> outcomes = new LinkedHashMap<>();
        Map<Demand, Double> targets = new LinkedHashMap<>();
        for (Demand demand : demands(needs)) {
            double target = target(demand, before.get(demand.unit()));
            if (target < RateGrant.LEAST_BYTES_PER_SECOND) {
                outcomes.put(demand.unit(), Outcome.TOO_SMALL);
            } else if (!ledger.path(demand.unit()).stream().allMatch(link -> carriesOut.test(link.from()))) {
                outcomes.put(demand.unit(), Outcome.NO_DRIVER);
            } else {
                targets.put(demand, target);
            }
        }
        lower(before, targets, untilNanos, nowNanos);
        targets.forEach((demand, target) -> raise(demand, demand.floorBytesPerSecond(), untilNanos, nowNanos));
        targets.forEach((demand, target) -> {
            raise(demand, target, untilNanos, nowNanos);
            outcomes.put(demand.unit(), outcome(demand, nowNanos));
        });
        return outcomes;
    }

    private Map<FlowUnit, RateAllotment> held(long nowNanos) {
        Map<FlowUnit, RateAllotment> held = new HashMap<>();
        ledger.allotted(nowNanos).forEach(each -> held.put(each.unit(), each));
        return held;
    }

    /** By host pair, the earliest deadline first. */
    private static List<Demand> demands(List<SharedAdmission.Need> needs) {
        Map<FlowUnit, List<SharedAdmission.Need>> byUnit = new LinkedHashMap<>();
        for (SharedAdmission.Need need : needs) {
            FlowUnit unit = new FlowUnit(need.source(), need.destination(), TrafficClass.BLOCK_READ);
            if (need.source() != need.destination()) {
                byUnit.computeIfAbsent(unit, unused -> new ArrayList<>()).add(need);
            }
        }
        List<Demand> demands = new ArrayList<>();
        byUnit.forEach((unit, ofUnit) -> demands.add(demand(unit, ofUnit)));
        demands.sort(Comparator.comparingLong(Demand::deadlineNanos)
                .thenComparingInt(demand -> demand.unit().source())
                .thenComparingInt(demand -> demand.unit().destination()));
        return demands;
    }

    private static Demand demand(FlowUnit unit, List<SharedAdmission.Need> needs) {
        double floors = 0;
        double constants = 0;
        long deadline = Long.MAX_VALUE;
        Map<String, Double> byApplication = new TreeMap<>();
        for (SharedAdmission.Need need : needs) {
            double most = Math.max(need.floorBytesPerSecond(), need.constantBytesPerSecond());
            floors += need.floorBytesPerSecond();
            constants += need.constantBytesPerSecond();
            deadline = Math.min(deadline, need.deadlineNanos());
            byApplication.merge(need.application(), most, Double::sum);
        }
        String application = byApplication.keySet().stream()
                .max(Comparator.comparingDouble(byApplication::get))
                .orElseThrow();
        return new Demand(
                unit, application, floors / PAYLOAD_SHARE, Math.max(floors, constants) / PAYLOAD_SHARE, deadline);
    }

    /** What it is to have: what it has, if that is enough and not far too much. */
    private static double target(Demand demand, RateAllotment before) {
        double has = before == null ? 0 : before.bytesPerSecond();
        boolean stays = has >= demand.bytesPerSecond() && has <= MOST_TOO_LARGE * demand.bytesPerSecond();
        return stays ? has : HEADROOM * demand.bytesPerSecond();
    }

    /** Whoever is to have nothing any more gives its rate back; all others keep their queues. */
    private void lower(
            Map<FlowUnit, RateAllotment> before, Map<Demand, Double> targets, long untilNanos, long nowNanos) {
        Map<FlowUnit, Demand> staying = new HashMap<>();
        targets.keySet().forEach(demand -> staying.put(demand.unit(), demand));
        before.forEach((unit, each) -> {
            Demand demand = staying.get(unit);
            if (demand == null || !demand.application().equals(each.application())) {
                ledger.abandon(each.application(), unit);
            } else {
                ledger.allot(demand.application(), unit, RateGrant.LEAST_BYTES_PER_SECOND, untilNanos, nowNanos);
            }
        });
    }

    /** As far as there is room; whole bytes, as devices are told them. */
    private void raise(Demand demand, double bytesPerSecond, long untilNanos, long nowNanos) {
        double room = ledger.most(demand.application(), demand.unit(), nowNanos);
        double rate = Math.floor(Math.min(bytesPerSecond, room));
        if (rate >= RateGrant.LEAST_BYTES_PER_SECOND) {
            ledger.allot(demand.application(), demand.unit(), rate, untilNanos, nowNanos);
        }
    }

    /** Once it is raised: who has too little gives back even that. */
    private Outcome outcome(Demand demand, long nowNanos) {
        double least = LEAST_SHARE * Math.min(demand.bytesPerSecond(), ledger.granted(demand.unit()));
        Optional<RateAllotment> has = ledger.allotted(demand.unit(), nowNanos);
        if (has.isPresent() && has.get().bytesPerSecond() >= least) {
            return Outcome.GUARANTEED;
        }
        ledger.abandon(demand.application(), demand.unit());
        double room = ledger.most(demand.application(), demand.unit(), nowNanos);
        return room >= Math.max(least, RateGrant.LEAST_BYTES_PER_SECOND) ? Outcome.NO_QUEUE : Outcome.NO_ROOM;
    }
}
