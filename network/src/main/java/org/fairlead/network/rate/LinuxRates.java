// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import org.fairlead.core.network.label.Codepoints;
import org.fairlead.core.network.rate.RateGrant;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.label.LinuxNames;
import org.fairlead.network.label.LinuxStep;
import org.fairlead.network.label.PortMaps;

/**
 * What Linux hosts and switches are told before any rate is guaranteed, as commands of iproute2 and nftables, in IPv4.
 *
 * <p>Each granted codepoint has an HTB class with a queue of its own on every link. It rests at {@link RateGrant#LEAST_BYTES_PER_SECOND} and carries nothing; whoever guarantees a rate changes that figure and nothing else. What
 * the class does not use is everybody's; what it wants beyond its rate comes after everybody else (priority 1). Which packets go there an nftables map says, from codepoint to class, that is empty: its elements have timeouts. So a
 * rate without whoever renews it is without effect. nftables sets the packet's priority, which HTB looks at before its filters, so no filter is added.
 *
 * <p>On a host {@link PortMaps} say besides which packets are to bear which codepoint.
 *
 * <p>All that is ours: the nftables table {@value #TABLE}; classes of minor number, and their queues of handle, 0x7400 + codepoint; the qdisc 7400: where none stands for us to hang into.
 */
public final class LinuxRates {
    /** The nftables table that holds all of ours. */
    static final String TABLE = "fairlead_rates";

    static final String QUEUES = "queues";
    /** Added to a codepoint: the minor number of its class. */
    static final int BASE = 0x7400;

    private static final String OWN_MAJOR = "7400";
    private static final Pattern PARENT = Pattern.compile("([0-9a-f]{1,4}):([0-9a-f]{1,4})");
    private static final double LINK_SECONDS = 0.015;
    private static final int LEAST_BURST_BYTES = 12_800;
    private static final int LEAST_QUEUE_BYTES = 70_000;
    private static final int QUANTUM_BYTES = 65_536;
    private static final String DELETE_CLASS = "tc class del dev ";

    private final Codepoints codepoints;
    private final double share;
    private final Optional<String> parent;
    private final LinuxNames names;

    /**
     * @param share of each link that guarantees may add up to, above 0, below 1
     * @param parent an HTB class on each device, such as {@code 1:1}, into which ours are hung; empty where a device has no queueing that an operator chose
     * @throws IllegalArgumentException if the parent is no class
     */
    public LinuxRates(Codepoints codepoints, double share, Optional<String> parent, LinuxNames names) {
        this.codepoints = codepoints;
        this.share = share;
        this.parent = parent;
        this.names = names;
        parent.filter(text -> !PARENT.matcher(text).matches()).ifPresent(text -> {
            throw new IllegalArgumentException("'" + text + "' is no class of tc, such as 1:1, in hexadecimal digits");
        });
    }

    /** What a node needs before any rate is guaranteed, in order; none where no link begins. */
    public List<LinuxStep> steps(Topology topology, Node node) {
        List<LinuxStep> steps = new ArrayList<>();
        topology.linksFrom(node).forEach(link -> steps.addAll(queues(link)));
        if (steps.isEmpty()) {
            return steps;
        }
        steps.add(nft("create table ip " + TABLE, "delete table ip " + TABLE));
        steps.add(nft(
                "create map ip " + TABLE + " " + QUEUES + " '{ type dscp : classid; flags timeout; }'",
                "delete map ip " + TABLE + " " + QUEUES));
        chain(steps, "leaving", "postrouting priority mangle", "meta priority set ip dscp map @" + QUEUES);
        if (node instanceof Host) {
            // before labels of paths: they leave alone what bears a codepoint
            chain(steps, "sending", "output priority -151");
            steps.addAll(PortMaps.steps(TABLE, "sending", codepoints.numbers()));
        }
        return steps;
    }

    private static LinuxStep nft(String command, String undo) {
        return new LinuxStep("nft " + command, "nft " + undo);
    }

    private static void chain(List<LinuxStep> steps, String name, String hook, String... rules) {
        String chain = "chain ip " + TABLE + " " + name;
        steps.add(nft("create " + chain + " '{ type filter hook " + hook + "; policy accept; }'", "delete " + chain));
        for (String rule : rules) {
            steps.add(nft("add rule ip " + TABLE + " " + name + " " + rule, "flush " + chain));
        }
    }

    private List<LinuxStep> queues(Link link) {
        String device = names.device(link);
        List<LinuxStep> steps = new ArrayList<>();
        if (parent.isEmpty()) {
            steps.add(new LinuxStep(
                    "tc qdisc add dev %s root handle %s: htb default 2".formatted(device, OWN_MAJOR),
                    "tc qdisc del dev %s root handle %s:".formatted(device, OWN_MAJOR)));
            long most = bits(link);
            steps.add(layer(link, OWN_MAJOR + ":", 1, most));
            steps.add(layer(link, parent(), 2, most - Math.round(most * share)));
            steps.add(new LinuxStep(
                    "tc qdisc add dev %s parent %s:2 bfifo limit %d".formatted(device, OWN_MAJOR, queueBytes(link)),
                    DELETE_CLASS + device + " classid " + OWN_MAJOR + ":2"));
        }
        // a class without classes below would lose its queue by the first of ours
        parent.ifPresent(above -> steps.add(
                new LinuxStep("tc class show dev %s | grep -q 'parent %s '".formatted(device, above), "true")));
        for (int codepoint : codepoints.numbers()) {
            String undo = DELETE_CLASS + device + " classid " + classId(codepoint);
            steps.add(new LinuxStep("tc class add " + atRest(link, codepoint), undo));
            steps.add(new LinuxStep(
                    "tc qdisc add dev %s parent %s handle %x: bfifo limit %d"
                            .formatted(device, classId(codepoint), BASE + codepoint, queueBytes(link)),
                    undo));
        }
        return steps;
    }

    private LinuxStep layer(Link link, String above, int minor, long bits) {
        String device = names.device(link);
        return new LinuxStep(
                "tc class add dev %s parent %s classid %s:%d htb rate %dbit ceil %dbit burst %d cburst %d quantum %d"
                        .formatted(
                                device,
                                above,
                                OWN_MAJOR,
                                minor,
                                bits,
                                bits(link),
                                burstBytes(link),
                                burstBytes(link),
                                QUANTUM_BYTES),
                DELETE_CLASS + device + " classid " + OWN_MAJOR + ":" + minor);
    }

    /** A line for {@code tc -batch} that brings a class back to what it was when it was added. */
    String restored(Link link, int codepoint) {
        return "class change " + atRest(link, codepoint);
    }

    private String atRest(Link link, int codepoint) {
        return "dev %s parent %s classid %s htb rate %dbit ceil %dbit burst %d cburst %d quantum %d prio 1"
                .formatted(
                        names.device(link),
                        parent(),
                        classId(codepoint),
                        Math.round(RateGrant.LEAST_BYTES_PER_SECOND * 8),
                        bits(link),
                        LEAST_BURST_BYTES,
                        burstBytes(link),
                        QUANTUM_BYTES);
    }

    Codepoints codepoints() {
        return codepoints;
    }

    double share() {
        return share;
    }

    String device(Link link) {
        return names.device(link);
    }

    /** The class into which ours are hung, as tc writes it. */
    String parent() {
        return parent.orElse(OWN_MAJOR + ":1");
    }

    /** As the kernel numbers it. */
    int parentHandle() {
        String[] numbers = parent().split(":", -1);
        ToIntFunction<String> hexadecimal = digits -> Integer.parseInt(digits, 16);
        return (hexadecimal.applyAsInt(numbers[0]) << 16) | hexadecimal.applyAsInt(numbers[1]);
    }

    /** As the kernel numbers it. */
    int handle(int codepoint) {
        return (parentHandle() & 0xffff0000) | (BASE + codepoint);
    }

    /** As tc and nftables write it. */
    String classId(int codepoint) {
        return parent().substring(0, parent().indexOf(':')) + ":"
                + Integer.toHexString(BASE + codepoint).toLowerCase(Locale.ROOT);
    }

    /** How much a class may send at once: what it loses when it is served late by no more than 15 ms is made good. */
    static long burstBytes(double bytesPerSecond) {
        return Math.max(LEAST_BURST_BYTES, Math.round(bytesPerSecond * LINK_SECONDS));
    }

    private static long burstBytes(Link link) {
        return burstBytes(link.bytesPerSecond());
    }

    private static long queueBytes(Link link) {
        return Math.max(LEAST_QUEUE_BYTES, Math.round(link.bytesPerSecond() * LINK_SECONDS));
    }

    private static long bits(Link link) {
        return Math.round(link.bytesPerSecond() * 8);
    }
}
