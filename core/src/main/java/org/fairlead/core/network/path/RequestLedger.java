// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.path;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.fairlead.core.network.FlowRequest;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.HeldPaths;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.Steering;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.LoadModel;
import org.fairlead.core.view.Transfer;

/**
 * Has what applications request count in a load model as theirs, over the paths that it takes: what is measured beyond it is background traffic. Of one thread.
 *
 * <p><b>Algorithm.</b> Applications say all that they have under way, again and again. What is new is entered, what is no longer said is finished, what has fewer bytes left has carried the
 * others. When a unit is given another path, what goes on of it is entered anew over that one. A path that a request counts on is a proposal when it is said first, not when it is said again. What moves on is
 * seen to go at its mean rate since it was entered.
 */
public final class RequestLedger {
    private static final int MOST_REQUESTERS = 8;

    private final Routes routes;
    private final LoadModel loads;
    private final Map<Key, Entered> entered = new HashMap<>();
    private Map<String, List<FlowRequest>> requested = Map.of();
    /** Bytes per second at which units are seen to go. */
    private final Map<FlowUnit, Double> going = new HashMap<>();
    /** Bytes that units have moved since they were requested first, as far as applications said so. */
    private final Map<FlowUnit, Double> moved = new HashMap<>();

    private List<FlowRequest> requests = List.of();
    private long round;

    private record Key(String application, FlowUnit unit, long id) {}

    private static final class Entered {
        private final long bytes;
        private final PathChoice path;
        private final long transfer;
        private PathChoice proposed = PathChoice.NETWORK;
        private final long atNanos;
        private long left;
        private long round;

        Entered(long bytes, PathChoice path, long transfer, long atNanos) {
            this.bytes = bytes;
            left = bytes;
            this.path = path;
            this.transfer = transfer;
            this.atNanos = atNanos;
        }

        /** @return whether it counts on another path than it did */
        boolean proposes(PathChoice now) {
            boolean another = !now.isNetworks() && !now.equals(proposed);
            proposed = now.isNetworks() ? proposed : now;
            return another;
        }
    }

    public RequestLedger(Topology topology, LoadModel loads) {
        routes = topology.routes();
        this.loads = loads;
    }

    /**
     * Takes what all applications say now in the place of what they said before.
     *
     * @param byApplication hosts by their indices in the topology
     * @param steering the paths in force
     * @param rounds are told of what is new
     */
    public void renew(
            Map<String, List<FlowRequest>> byApplication, Steering steering, PlanningRounds rounds, long nowNanos) {
        round++;
        going.clear();
        List<FlowRequest> all = new ArrayList<>();
        HeldPaths paths = new HeldPaths(routes, steering, nowNanos);
        byApplication.forEach((application, flows) -> {
            for (FlowRequest flow : flows) {
                if (flow.source() != flow.destination() && flow.bytes() > 0) {
                    all.add(flow);
                    if (enter(application, flow, steering, paths, rounds, nowNanos)) {
                        rounds.heard(nowNanos);
                    }
                }
            }
        });
        requests = all;
        requested = new TreeMap<>(byApplication);
        for (Iterator<Entered> each = entered.values().iterator(); each.hasNext(); ) {
            Entered one = each.next();
            if (one.round != round) {
                loads.finish(one.transfer, nowNanos);
                each.remove();
            }
        }
        Set<FlowUnit> units = entered.keySet().stream().map(Key::unit).collect(Collectors.toSet());
        moved.keySet().retainAll(units);
        units.forEach(unit -> moved.putIfAbsent(unit, 0.0));
    }

    private static FlowUnit unit(FlowRequest flow) {
        return new FlowUnit(flow.source(), flow.destination(), flow.trafficClass());
    }

    /** @return whether there is something to plan that was not before: a request, or another proposal */
    private boolean enter(
            String application,
            FlowRequest flow,
            Steering steering,
            HeldPaths paths,
            PlanningRounds rounds,
            long nowNanos) {
        FlowUnit unit = unit(flow);
        Key key = new Key(application, unit, flow.id());
        PathChoice path = steering.taken(unit, nowNanos);
        Entered before = entered.get(key);
        if (before != null && flow.bytes() < before.left) {
            moved.merge(unit, (double) (before.left - flow.bytes()), Double::sum);
            before.left = flow.bytes();
        }
        if (before != null && before.path.equals(path) && flow.bytes() <= before.bytes) {
            long moved = before.bytes - flow.bytes();
            loads.progressed(before.transfer, moved, nowNanos);
            if (nowNanos > before.atNanos) {
                going.merge(unit, moved * 1e9 / (nowNanos - before.atNanos), Double::sum);
            }
            before.round = round;
            return proposes(before, unit, flow, rounds);
        }
        if (before != null) {
            loads.finish(before.transfer, nowNanos);
        }
        Entered now = new Entered(flow.bytes(), path, loads.commit(transfer(flow, paths), nowNanos), nowNanos);
        now.round = round;
        now.proposed = before == null ? PathChoice.NETWORK : before.proposed;
        entered.put(key, now);
        return proposes(now, unit, flow, rounds) || before == null;
    }

    private static boolean proposes(Entered entered, FlowUnit unit, FlowRequest flow, PlanningRounds rounds) {
        boolean another = entered.proposes(flow.path());
        if (another) {
            rounds.proposed(unit, flow.path());
        }
        return another;
    }

    private Transfer transfer(FlowRequest flow, HeldPaths paths) {
        if (flow.source() != FlowRequest.MANY) {
            return Transfer.along(
                    paths,
                    List.of(routes.host(flow.source()), routes.host(flow.destination())),
                    flow.trafficClass(),
                    flow.bytes(),
                    flow.maxBytesPerSecond());
        }
        int down = routes.downLink(flow.destination());
        List<Link> crossed =
                down < 0 ? List.of() : List.of(routes.topology().links().get(down));
        return new Transfer(crossed, flow.bytes(), flow.maxBytesPerSecond());
    }

    /** All that is to come or under way, one for each unit. */
    public List<PathDemand> demands() {
        return PathDemand.of(requests).stream()
                .map(demand -> demand.goingAt(going.getOrDefault(demand.unit(), 0.0)))
                .toList();
    }

    /** By unit, the bytes that applications say it has moved; of none that nobody requests any more. */
    public Map<FlowUnit, Double> moved() {
        return Collections.unmodifiableMap(moved);
    }

    /** By unit, who requests it, in the order of their names; at most {@value #MOST_REQUESTERS} of each. */
    public Map<FlowUnit, List<PathReason.Requester>> requesters() {
        Map<FlowUnit, List<PathReason.Requester>> requesters = new HashMap<>();
        requested.forEach((application, flows) -> flows.forEach(flow -> {
            List<PathReason.Requester> ofUnit = requesters.computeIfAbsent(unit(flow), unused -> new ArrayList<>(1));
            if (ofUnit.size() < MOST_REQUESTERS) {
                ofUnit.add(new PathReason.Requester(application, flow.bytes(), flow.path()));
            }
        }));
        return requesters;
    }

    /** Whether anything is. */
    public boolean isEmpty() {
        return requests.isEmpty();
    }
}
