// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.fairlead.control.Controller;
import org.fairlead.control.ControllerSettings;
import org.fairlead.control.http.RefusedException;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.message.Heartbeat;
import org.fairlead.protocol.time.TimeSource;

/** Two real controllers, which are told at intervals what the network devices of all hosts carry: nothing, until a test says otherwise. */
final class ControlledNetwork implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofMillis(500);

    private final Deque<Controller> controllers = new ArrayDeque<>();
    private final Map<String, Double> bytesPerSecond = new ConcurrentHashMap<>();
    private final Map<String, Double> bytes = new HashMap<>();
    private final Timer agents = new Timer("agents", true);
    private final long bornNanos = System.nanoTime();
    private long ageNanos = 1;
    private long sequence;

    ControlledNetwork(Topology topology) throws IOException {
        for (int i = 0; i < 2; i++) {
            controllers.add(Controller.start(
                    ControllerSettings.of(topology)
                            .interval(INTERVAL)
                            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                            .trustAddresses(true),
                    TimeSource.SYSTEM));
        }
        topology.hosts().forEach(host -> bytesPerSecond.put(host.name(), 0.0));
        TimerTask report = new TimerTask() {
            @Override
            public void run() {
                report();
            }
        };
        agents.schedule(report, 0, INTERVAL.toMillis());
    }

    /** As a driver is told. */
    String addresses() {
        return all().stream()
                .map(each -> "127.0.0.1:" + each.address().getPort())
                .collect(Collectors.joining(","));
    }

    private synchronized List<Controller> all() {
        return List.copyOf(controllers);
    }

    /** From now on a host sends and receives so much. */
    void load(String host, double rate) {
        bytesPerSecond.put(host, rate);
    }

    private void report() {
        long now = System.nanoTime() - bornNanos;
        double seconds = (now - ageNanos) / 1e9;
        ageNanos = now;
        sequence++;
        bytesPerSecond.forEach((host, rate) -> {
            bytes.merge(host, rate * seconds, Double::sum);
            report(host, bytes.get(host).longValue());
        });
    }

    private void report(String host, long carried) {
        Heartbeat heartbeat = new Heartbeat(
                "",
                host,
                1,
                sequence,
                ageNanos,
                INTERVAL.toMillis(),
                List.of(new Heartbeat.Nic("eth0", carried, carried)),
                List.of(),
                1L << 30);
        for (Controller each : all()) {
            try {
                each.reports().take(heartbeat, Optional.empty());
            } catch (RefusedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** The controller that its followers would ask first. */
    synchronized void loseOne() {
        controllers.removeFirst().close();
    }

    @Override
    public void close() {
        agents.cancel();
        all().forEach(Controller::close);
    }
}
