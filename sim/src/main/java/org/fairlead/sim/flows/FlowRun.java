// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.flows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.fairlead.core.flow.path.PathSelector;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.engine.Engine;
import org.fairlead.sim.engine.EventHandler;
import org.fairlead.sim.engine.RunObserver;

/** One run of {@link FlowSimulation}. */
final class FlowRun implements EventHandler {
    /** Kinds of timers, in the order in which they fire at one instant. */
    private static final int LINKS_CHANGE = 0;

    private static final int ARRIVAL = 1;
    private static final int ROUND = 2;
    private static final int[] NOWHERE = {};
    private static final double[] ONCE = {};

    /** A flow without a way, and what it has left to send. */
    private record Waiting(int row, double bytes) {}

    private final FlowTable flows;
    private final PathSelector paths;
    private final boolean perPair;
    private final FlowResources resources;
    private final Engine engine;
    private final RunningFlows running;
    private final PairNumbers pairs = new PairNumbers();
    private final int[] arrivals;
    private int arrived;
    private final List<LinkEvent> events;
    private int happened;
    private List<Waiting> waiting = new ArrayList<>();
    private final double[] finish;
    private long done;
    private boolean roundIsSet;
    private long rounds;

    FlowRun(Topology topology, FlowTable flows, PathSelector paths, FlowSimulation.Options options) {
        this.flows = flows;
        this.paths = paths;
        perPair = options.perPair();
        resources = new FlowResources(topology, options.disks());
        engine = new Engine(options.rule(), resources.capacities(), this);
        running = new RunningFlows(engine, flows, resources);
        arrivals = ArrivalOrder.of(flows);
        events = options.events().stream()
                .sorted(Comparator.comparingDouble(LinkEvent::atSeconds))
                .toList();
        finish = new double[flows.size()];
        Arrays.fill(finish, Double.NaN);
    }

    FlowOutcome run(RunObserver watcher) {
        awaitArrival();
        awaitEvent();
        // Under overload most flows end late: arrivals tell better than ends alone how far the run is.
        long all = 2L * flows.size();
        boolean complete = watcher.goOn(0, all) && engine.run(() -> watcher.goOn(arrived + done, all));
        if (complete) {
            for (int row = 0; row < finish.length; row++) {
                if (Double.isNaN(finish[row])) {
                    finish[row] = Double.POSITIVE_INFINITY;
                }
            }
        }
        return new FlowOutcome(finish, complete, rounds);
    }

    private void awaitArrival() {
        if (arrived < arrivals.length) {
            engine.at(flows.arrivalSeconds(arrivals[arrived]), ARRIVAL, 0);
        }
    }

    private void awaitEvent() {
        if (happened < events.size()) {
            engine.at(events.get(happened).atSeconds(), LINKS_CHANGE, 0);
        }
    }

    @Override
    public void timer(int kind, long payload) {
        switch (kind) {
            case LINKS_CHANGE -> linksChange();
            case ARRIVAL -> arrive();
            default -> round();
        }
    }

    @Override
    public void ended(int activity, long row) {
        running.count(engine.resources(activity), -1);
        end((int) row);
    }

    private void end(int row) {
        finish[row] = engine.now();
        done++;
    }

    private void arrive() {
        while (arrived < arrivals.length && flows.arrivalSeconds(arrivals[arrived]) <= engine.now()) {
            int row = arrivals[arrived++];
            boolean free = flows.source(row) == flows.destination(row)
                    && flows.cap(row) == Double.POSITIVE_INFINITY
                    && resources.along(NOWHERE, flows.source(row), flows.destination(row)).length == 0;
            if (free || flows.bytes(row) == 0) {
                end(row);
            } else {
                start(row, flows.bytes(row));
            }
        }
        awaitArrival();
        awaitRound();
    }

    private Optional<int[]> way(int row) {
        int source = flows.source(row);
        int destination = flows.destination(row);
        if (source == destination) {
            return Optional.of(resources.along(NOWHERE, source, destination));
        }
        if (paths.looksAtLoads()) {
            engine.settle();
        }
        return paths.select(row, source, destination, running).map(path -> resources.along(path, source, destination));
    }

    private void start(int row, double bytes) {
        Optional<int[]> way = way(row);
        if (way.isEmpty()) {
            waiting.add(new Waiting(row, bytes));
            return;
        }
        running.count(way.get(), 1);
        int owner = perPair ? pairs.of(flows.source(row), flows.destination(row)) : Engine.NO_OWNER;
        engine.start(way.get(), ONCE, flows.weight(row), flows.minimum(row), flows.cap(row), owner, bytes, row);
    }

    private void linksChange() {
        boolean down = false;
        while (happened < events.size() && events.get(happened).atSeconds() <= engine.now()) {
            LinkEvent event = events.get(happened++);
            engine.capacity(event.link(), event.bytesPerSecond());
            down |= event.bytesPerSecond() == 0;
        }
        List<Waiting> patient = waiting;
        waiting = new ArrayList<>();
        if (down) {
            moveFromWhatIsDown();
        }
        patient.forEach(flow -> start(flow.row(), flow.bytes()));
        awaitEvent();
        awaitRound();
    }

    private void moveFromWhatIsDown() {
        for (long entry : running.byRow()) {
            int row = (int) (entry >>> 32);
            int activity = (int) entry;
            int[] path = engine.resources(activity);
            if (running.isUp(path)) {
                continue;
            }
            running.count(path, -1);
            Optional<int[]> way = way(row);
            if (way.isPresent()) {
                running.count(way.get(), 1);
                engine.move(activity, way.get());
            } else {
                waiting.add(new Waiting(row, engine.remaining(activity)));
                engine.cancel(activity);
            }
        }
    }

    private void awaitRound() {
        double period = paths.roundSeconds();
        if (period > 0 && !roundIsSet && engine.running() > 0) {
            roundIsSet = true;
            engine.at(roundAtOrAfter(engine.now(), period), ROUND, 0);
        }
    }

    private static double roundAtOrAfter(double seconds, double period) {
        double number = Math.floor(seconds / period);
        while (number * period < seconds) {
            number++;
        }
        return number * period;
    }

    private void round() {
        roundIsSet = false;
        if (engine.running() == 0) {
            return;
        }
        rounds++;
        engine.settle();
        boolean progresses = engine.progresses();
        long[] byRow = running.byRow();
        List<PathSelector.Move> moves = paths.round(running.crossingLinks(byRow), running);
        for (PathSelector.Move move : moves) {
            move(activityOf(byRow, move.flow()), (int) move.flow(), move.links());
        }
        boolean mayGoOn = progresses || !moves.isEmpty() || arrived < arrivals.length || happened < events.size();
        if (mayGoOn) {
            double period = paths.roundSeconds();
            double number = Math.rint(engine.now() / period) + 1;
            roundIsSet = true;
            engine.at(Math.max(number * period, engine.now()), ROUND, 0);
        }
    }

    private static int activityOf(long[] byRow, long row) {
        int place = -Arrays.binarySearch(byRow, row << 32) - 1;
        place = place < 0 ? -place - 1 : place;
        if (place >= byRow.length || byRow[place] >>> 32 != row) {
            throw new IllegalArgumentException("a move of flow " + row + ", which does not run");
        }
        return (int) byRow[place];
    }

    private void move(int activity, int row, int[] links) {
        int[] way = resources.along(links, flows.source(row), flows.destination(row));
        running.count(engine.resources(activity), -1);
        running.count(way, 1);
        engine.move(activity, way);
    }
}
