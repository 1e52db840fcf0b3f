// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;

/** Breaks the links of single hosts of a fabric with {@code fifo} queues, and mends them. */
public final class LinkFaults {
    private static final Path LONGEST_RETRY = Path.of("/proc/sys/net/ipv4/tcp_rto_max_ms");
    private static final List<String> OF_THE_INTERFACE = List.of("link set dev to", "neigh ", "route ");

    private static final int EVERYTHING_PERCENT = 100;

    private final Fabric fabric;

    /** Which packets a host loses. */
    public enum Direction {
        RECEIVED("input", "iifname"),
        SENT("output", "oifname");

        private final String hook;
        private final String device;

        Direction(String hook, String device) {
            this.hook = hook;
            this.device = device;
        }
    }

    public LinkFaults(Fabric fabric) {
        this.fabric = fabric;
    }

    /**
     * Lets TCP on every host try again at least each so many milliseconds, so that what is measured after a fault is not TCP's own
     * patience, which doubles with each loss.
     *
     * @return whether this kernel can (6.15 or newer)
     */
    public boolean limitRetries(int mostMillis) throws IOException {
        if (!Files.exists(LONGEST_RETRY)) {
            return false;
        }
        for (Host host : fabric.topology().hosts()) {
            at(host, () -> Files.writeString(LONGEST_RETRY, Integer.toString(mostMillis)));
        }
        return true;
    }

    /** Takes a host's interfaces down, as a cable that is pulled. */
    public void cut(String name) throws IOException {
        Host host = fabric.topology().host(name);
        List<String> lines = new ArrayList<>();
        fabric.topology()
                .linksFrom(host)
                .forEach(link -> lines.add("link set dev " + fabric.plan().interfaceName(link) + " down"));
        at(host, () -> batch("ip", lines));
    }

    /** Brings a host's interfaces up again, with the neighbours and routes that the kernel forgot when they went. */
    public void mend(String name) throws IOException {
        Host host = fabric.topology().host(name);
        List<String> lines = fabric.plan().addressesAndRoutes(host).stream()
                .filter(line -> OF_THE_INTERFACE.stream().anyMatch(line::startsWith))
                .map(line -> line.replaceFirst("^route add", "route replace"))
                .toList();
        at(host, () -> batch("ip", lines));
    }

    /**
     * Lets a host's links carry a part of what they can, in both directions.
     *
     * @param factor how many times slower; 1: as fast as they are
     */
    public void slow(String name, double factor) throws IOException {
        Host host = fabric.topology().host(name);
        for (Link link : fabric.topology().linksFrom(host)) {
            rate(link, factor);
            for (Link back : fabric.topology().linksFrom(link.to())) {
                if (back.to().equals(host)) {
                    rate(back, factor);
                }
            }
        }
    }

    private void rate(Link link, double factor) throws IOException {
        QueueSizes sizes = QueueSizes.of(Queueing.FIFO);
        long rate = Math.max(8, Math.round(sizes.bitsPerSecond(link) / factor));
        int burst = sizes.burstBytes(link);
        String line =
                "class change dev %s parent 1: classid 1:1 htb rate %dbit ceil %dbit burst %d cburst %d quantum %d"
                        .formatted(fabric.plan().interfaceName(link), rate, rate, burst, burst, sizes.quantumBytes());
        at(link.from(), () -> batch("tc", List.of(line)));
    }

    /** Lets a host lose a share of its packets in one direction, until {@link #loseNothing}. */
    public void lose(String name, Direction direction, int percent) throws IOException {
        loseNothing(name);
        // The kernel's comparison knows no "less than all".
        String some = percent < EVERYTHING_PERCENT ? "numgen random mod 100 < " + percent : "";
        String rule = "%s != \"lo\" %s drop;".formatted(direction.device, some);
        String rules = "table inet chaos { chain loss { type filter hook %s priority 0; policy accept; %s }; }"
                .formatted(direction.hook, rule);
        at(fabric.topology().host(name), () -> Command.run(List.of("nft", rules)));
    }

    public void loseNothing(String name) throws IOException {
        // Declared first: a table that is not there cannot be deleted.
        at(
                fabric.topology().host(name),
                () -> Command.run(List.of("nft", "table inet chaos; delete table inet chaos")));
    }

    private static String batch(String tool, List<String> lines) throws IOException {
        Command.batch(tool, lines);
        return "";
    }

    private interface Step {
        Object run() throws IOException;
    }

    private void at(Node node, Step step) throws IOException {
        try {
            fabric.callAt(node, step::run);
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(node.name() + " cannot be entered: " + e.getMessage(), e);
        }
    }
}
