// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.traffic;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.fairlead.testbed.network.Fabric;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends a plan's traffic through a fabric until it is stopped. All of it comes from a few threads of this process. */
public final class TrafficGenerator implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TrafficGenerator.class);

    private final List<FlowCounter> counters = new ArrayList<>();
    private final UdpTraffic udp;
    private final TcpTraffic tcp;
    private final ScheduledExecutorService clock;
    private final long startNanos;
    private final long startEpochMillis;
    /** Why there is less traffic than planned; null while there is not. */
    private final AtomicReference<String> firstLost = new AtomicReference<>();

    private volatile boolean stopped;

    private TrafficGenerator(TrafficPlan plan, Fabric fabric) throws IOException {
        List<PlannedFlow.Paced> paced = new ArrayList<>();
        List<FlowCounter> pacedCounters = new ArrayList<>();
        for (PlannedFlow flow : plan.flows()) {
            if (flow instanceof PlannedFlow.Paced one) {
                paced.add(one);
                pacedCounters.add(
                        counter(one.name(), "udp", one.from().name(), one.to().name()));
            }
        }
        udp = UdpTraffic.open(paced, pacedCounters, fabric, this::lose);
        boolean complete = false;
        TcpTraffic opened = null;
        try {
            opened = TcpTraffic.open(fabric, this::lose);
            prepare(opened, plan);
            complete = true;
        } finally {
            if (!complete) {
                udp.close();
                if (opened != null) {
                    opened.close();
                }
            }
        }
        tcp = opened;
        clock = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "traffic-clock");
            thread.setDaemon(true);
            return thread;
        });
        startNanos = System.nanoTime();
        startEpochMillis = System.currentTimeMillis();
        udp.start(startNanos);
        for (PlannedFlow flow : plan.flows()) {
            if (flow instanceof PlannedFlow.Elastic elastic) {
                schedule(elastic);
            } else if (flow instanceof PlannedFlow.Transfers transfers) {
                schedule(
                        transfers,
                        0,
                        counter(transfers.name(), "tcp", hosts(transfers, true), hosts(transfers, false)));
            }
        }
    }

    /** Starts; the traffic's time 0 is now. */
    public static TrafficGenerator start(TrafficPlan plan, Fabric fabric) throws IOException {
        return new TrafficGenerator(plan, fabric);
    }

    /** When the traffic's time 0 was. */
    public long startEpochMillis() {
        return startEpochMillis;
    }

    /** What of the plan was lost first, such as a connection that broke or has not come about; empty while nothing was. */
    public Optional<String> lost() {
        return Optional.ofNullable(firstLost.get()).or(tcp::late);
    }

    private void lose(String what) {
        if (!stopped && firstLost.compareAndSet(null, what)) {
            LOG.warn("background traffic is lost: {}", what);
        }
    }

    private static void prepare(TcpTraffic tcp, TrafficPlan plan) throws IOException {
        for (PlannedFlow flow : plan.flows()) {
            if (flow instanceof PlannedFlow.Elastic elastic) {
                tcp.listen(elastic.to());
            } else if (flow instanceof PlannedFlow.Transfers transfers) {
                for (PlannedFlow.Transfer transfer : transfers.transfers()) {
                    tcp.listen(transfer.to());
                }
            }
        }
    }

    private static String hosts(PlannedFlow.Transfers transfers, boolean senders) {
        List<String> names = transfers.transfers().stream()
                .map(transfer -> (senders ? transfer.from() : transfer.to()).name())
                .distinct()
                .sorted()
                .toList();
        return String.join(",", names);
    }

    private FlowCounter counter(String flow, String type, String from, String to) {
        FlowCounter counter = new FlowCounter(flow, type, from, to);
        counters.add(counter);
        return counter;
    }

    private interface Step {
        void run() throws IOException;
    }

    private void at(double seconds, PlannedFlow flow, Step step) {
        long delay = Math.round(seconds * 1e9) - (System.nanoTime() - startNanos);
        var unused = clock.schedule(
                () -> {
                    try {
                        step.run();
                    } catch (IOException | RuntimeException | Error e) {
                        lose(flow.name() + ": " + e.getMessage());
                    }
                },
                Math.max(0, delay),
                TimeUnit.NANOSECONDS);
    }

    private void schedule(PlannedFlow.Elastic flow) {
        FlowCounter counter =
                counter(flow.name(), "tcp", flow.from().name(), flow.to().name());
        List<TcpTraffic.Connection> standing = new ArrayList<>();
        at(flow.start(), flow, () -> {
            for (int i = 0; i < flow.connections(); i++) {
                standing.add(tcp.connect(flow.from(), flow.to(), counter, Long.MAX_VALUE));
            }
        });
        if (Double.isFinite(flow.stop())) {
            at(flow.stop(), flow, () -> {
                counter.over = true;
                standing.forEach(TcpTraffic.Connection::close);
            });
        }
    }

    /** One transfer waits at a time, however many there will be. */
    private void schedule(PlannedFlow.Transfers flow, int index, FlowCounter counter) {
        if (index < flow.transfers().size()) {
            PlannedFlow.Transfer transfer = flow.transfers().get(index);
            at(transfer.at(), flow, () -> {
                schedule(flow, index + 1, counter);
                tcp.connect(transfer.from(), transfer.to(), counter, transfer.bytes());
            });
        }
    }

    /** What each flow has moved so far; flows of given rate first, then TCP, each in the order of the plan. */
    public List<FlowBytes> progress() {
        return counters.stream().map(FlowCounter::read).toList();
    }

    /** Stops everything at once; says what each flow has moved. A second call changes nothing. */
    public synchronized List<FlowBytes> stop() {
        if (!stopped) {
            stopped = true;
            clock.shutdownNow();
            try {
                if (!clock.awaitTermination(5, TimeUnit.SECONDS)) {
                    LOG.warn("traffic: a connection is still being opened");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            udp.close();
            tcp.close();
        }
        return progress();
    }

    @Override
    public void close() {
        var unused = stop();
    }
}
