// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.slow;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.yaml.YamlNode;

/**
 * A host whose disk or processors are slow while a round runs.
 *
 * @param what is slow of it
 * @param phases for how long each time; empty: all the time
 */
public record SlowHost(String host, Slowness what, Optional<Phases> phases) {
    private static final String DISK = "disk";
    private static final String PROCESSORS = "processors";
    /** What a control group can keep to. */
    private static final double LEAST_PROCESSORS = 0.01;

    private static final double MOST_PROCESSORS = 1000;
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    /** What is slow. */
    public sealed interface Slowness {
        /** Its disk moves so many bytes per second; the topology gives it a disk of its own. */
        record Disk(Host.Disk rates) implements Slowness {
            @Override
            public String toString() {
                return "disk at " + Quantities.rateText(rates.readBytesPerSecond()) + ", "
                        + Quantities.rateText(rates.writeBytesPerSecond());
            }
        }

        /** All processes of its DataNode and its worker have so many processors together. */
        record Processors(double count) implements Slowness {
            @Override
            public String toString() {
                return String.format(Locale.ROOT, "%s processors", count);
            }
        }
    }

    /** It is slow for a while, then well for a while, and so on. */
    public record Phases(Duration on, Duration off) {}

    /**
     * Reads a list of such hosts.
     *
     * @param working hosts with a DataNode or a worker
     * @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key
     */
    public static List<SlowHost> all(YamlNode list, Topology topology, Set<String> working) {
        List<SlowHost> all = new ArrayList<>();
        for (YamlNode node : list.sequence()) {
            SlowHost next = one(node, topology, working);
            boolean twice = all.stream()
                    .anyMatch(other -> other.host.equals(next.host)
                            && other.what.getClass().equals(next.what.getClass()));
            if (twice) {
                throw node.invalid("the same of host '" + next.host + "' stands twice");
            }
            all.add(next);
        }
        return List.copyOf(all);
    }

    private static SlowHost one(YamlNode node, Topology topology, Set<String> working) {
        node.allow("host", DISK, PROCESSORS, "on", "off");
        YamlNode named = node.required("host");
        if (!(topology.node(named.text()).orElse(null) instanceof Host host)) {
            throw named.invalid("no host '" + named.text() + "' in topology '" + topology.name() + "'");
        }
        if (Stream.of(DISK, PROCESSORS).filter(node::has).count() != 1) {
            throw node.invalid("exactly one of '" + DISK + "' and '" + PROCESSORS + "' is expected");
        }
        if (node.has("on") != node.has("off")) {
            throw node.invalid("'on' and 'off' belong together: for how long it is slow, and for how long it is not");
        }
        Optional<Phases> phases = node.has("on")
                ? Optional.of(new Phases(phase(node.required("on")), phase(node.required("off"))))
                : Optional.empty();
        Slowness what = node.has(DISK)
                ? disk(node.required(DISK), host)
                : processors(node.required(PROCESSORS), host.name(), working);
        return new SlowHost(host.name(), what, phases);
    }

    private static Slowness disk(YamlNode node, Host host) {
        Host.Disk whole = host.disk()
                .orElseThrow(() -> node.invalid("host '" + host.name()
                        + "' has no disk of its own: its topology has to give one, 'disk: {read: .., write: ..}'"));
        double share = node.as(SlowHost::share);
        return new Slowness.Disk(
                new Host.Disk(share * whole.readBytesPerSecond(), share * whole.writeBytesPerSecond()));
    }

    private static Slowness processors(YamlNode node, String host, Set<String> working) {
        if (!working.contains(host)) {
            throw node.invalid("host '" + host
                    + "' neither stores nor computes in this scenario: no DataNode and no worker of Spark runs there");
        }
        return new Slowness.Processors(node.number(LEAST_PROCESSORS, MOST_PROCESSORS));
    }

    private static double share(String text) {
        try {
            double percent = text.endsWith("%") ? Double.parseDouble(text.substring(0, text.length() - 1)) : Double.NaN;
            if (percent > 0 && percent < 100) {
                return percent / 100;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException(
                "'" + text + "' is not the share that is left, above 0% and below 100%, such as 10%");
    }

    private static Duration phase(YamlNode node) {
        Duration phase = node.as(Quantities::duration);
        if (phase.compareTo(SHORTEST) < 0) {
            throw node.invalid("'" + node.text() + "' is below 1s");
        }
        return phase;
    }

    @Override
    public String toString() {
        return host + ": " + what
                + phases.map(each -> ", " + each.on.toMillis() / 1e3 + " s on, " + each.off.toMillis() / 1e3 + " s off")
                        .orElse("");
    }
}
