// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.chaos;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fairlead.core.topology.Link;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.message.DecisionMessage;
import org.fairlead.testbed.telemetry.TelemetryFiles;

/** Asks the controller inside the NameNode each second what it has counted and decided, into the history; silence is left out. */
final class ControllerWatch implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 2000;
    private static final int MOST_DECISIONS = 200;
    private static final Pattern LINE = Pattern.compile("^([a-z_]+)(?:\\{(.*)})? ([-+.0-9eE]+|NaN)$");
    private static final String OUTCOMES = "fairlead_hdfs_decisions_total";
    private static final String WAITS = "fairlead_hdfs_decision_seconds";

    private final ChaosStand stand;
    private final Endpoint controller;
    private final HistoryWriter journal;
    private final ControllerClient client;
    private final Thread thread = new Thread(this::run, "controller-watch");
    private long newestMillis = System.currentTimeMillis();

    private ControllerWatch(ChaosStand stand, Endpoint controller, HistoryWriter journal) {
        this.stand = stand;
        this.controller = controller;
        this.journal = journal;
        this.client = new ControllerClient(
                List.of(controller),
                TelemetryFiles.credentials(stand.telemetry().operatorToken()));
        thread.setDaemon(true);
    }

    /** Born in the NameNode's network, and with it its sockets. */
    static ControllerWatch start(ChaosStand stand, Endpoint controller, HistoryWriter journal) {
        try {
            return stand.fabric().callOn(stand.site().layout().nameNode(), () -> {
                ControllerWatch watch = new ControllerWatch(stand, controller, journal);
                watch.thread.start();
                return watch;
            });
        } catch (Exception e) {
            throw new IllegalStateException("the NameNode's host cannot be entered: " + e.getMessage(), e);
        }
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    sample();
                    decisions();
                } catch (IOException e) {
                    // It is dead, hung or new: the history lacks this second.
                }
                Thread.sleep(1000);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void sample() throws IOException {
        double at = journal.now();
        Totals totals = new Totals();
        metrics().lines().forEach(totals::take);
        Map<String, Object> line = new TreeMap<>();
        line.put("event", "sample");
        line.put("at", at);
        line.put("epoch", totals.epoch);
        line.put("enforced", totals.enforced);
        line.put("others", totals.others);
        line.put("slow", totals.waits - totals.quickWaits);
        line.put("waited_seconds", totals.waitedSeconds);
        line.put("free", totals.free());
        journal.write(line);
    }

    /** Sums over the lines of one answer. */
    private final class Totals {
        private final Map<String, Double> loads = new TreeMap<>();
        private double epoch;
        private double enforced;
        private double others;
        private double waits;
        private double quickWaits;
        private double waitedSeconds;

        private void take(String text) {
            Matcher line = LINE.matcher(text);
            if (!line.matches()) {
                return;
            }
            String labels = line.group(2) == null ? "" : line.group(2);
            double value = Double.parseDouble(line.group(3));
            switch (line.group(1)) {
                case "fairlead_epoch" -> epoch = value;
                case "fairlead_link_bytes_per_second" ->
                    loads.put(labels.replaceAll(".*link=\"([^\"]*)\".*", "$1"), value);
                case OUTCOMES -> {
                    if (labels.contains("outcome=\"enforced\"")) {
                        enforced += value;
                    } else {
                        others += value;
                    }
                }
                case WAITS + "_bucket" -> quickWaits += labels.contains("le=\"0.05\"") ? value : 0;
                case WAITS + "_count" -> waits += value;
                case WAITS + "_sum" -> waitedSeconds += value;
                default -> {}
            }
        }

        /** What the busier direction of each DataNode's link has left. */
        private Map<String, Double> free() {
            Map<String, Double> free = new TreeMap<>();
            for (String host : stand.site().layout().dataNodes()) {
                double least = Double.POSITIVE_INFINITY;
                for (Link link : stand.fabric().topology().links()) {
                    if (link.from().name().equals(host) || link.to().name().equals(host)) {
                        least = Math.min(least, link.bytesPerSecond() - loads.getOrDefault(link.name(), Double.NaN));
                    }
                }
                if (!Double.isNaN(least)) {
                    free.put(host, Math.max(0, least));
                }
            }
            return free;
        }
    }

    private String metrics() throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create("http://" + controller + "/metrics").toURL().openConnection(Proxy.NO_PROXY);
        connection.setConnectTimeout(TIMEOUT_MILLIS);
        connection.setReadTimeout(TIMEOUT_MILLIS);
        String token = Files.readString(stand.telemetry().operatorToken()).strip();
        connection.setRequestProperty("Authorization", "Bearer " + token.substring(token.lastIndexOf(' ') + 1));
        try (var in = connection.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private void decisions() throws IOException {
        List<DecisionMessage> all = new ArrayList<>(client.lastDecisions(MOST_DECISIONS));
        Collections.reverse(all);
        for (DecisionMessage decision : all) {
            if (decision.kind() == DecisionMessage.Kind.WRITE && decision.timeMillis() > newestMillis) {
                newestMillis = decision.timeMillis();
                Map<String, Object> line = new TreeMap<>();
                line.put("event", "decision");
                line.put("at", journal.seconds(decision.timeMillis()));
                line.put("client", decision.client());
                line.put("subject", decision.subject());
                line.put("enforced", decision.enforced());
                line.put("chosen", decision.chosen());
                line.put("reason", decision.reason());
                journal.write(line);
            }
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        client.close();
    }
}
