// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Path;

/**
 * Finds source ports by which equal-cost routing sends a UDP flow over a wanted path. Each node is asked for its own choice, which it makes by the
 * packet's 5-tuple: no packet is sent.
 */
public final class SourcePorts {
    private static final Pattern DEVICE = Pattern.compile("\\bdev (\\S+)");
    private static final int ASKED_AT_ONCE = 64;

    private final Fabric fabric;

    public SourcePorts(Fabric fabric) {
        this.fabric = fabric;
    }

    /**
     * The first port of a range whose packets take a path.
     *
     * @param path from one host to another
     * @param toPort at the receiver
     * @return empty when there is none among them: kernels before 6.11 may have paths that no flow takes
     * @throws IOException if the network does not answer
     */
    public Optional<Integer> over(Path path, int toPort, int first, int count) throws IOException {
        for (int begin = first; begin < first + count; begin += ASKED_AT_ONCE) {
            List<Integer> left = IntStream.range(begin, Math.min(begin + ASKED_AT_ONCE, first + count))
                    .boxed()
                    .toList();
            for (int hop = 0; hop < path.links().size() && !left.isEmpty(); hop++) {
                left = choosing(path, hop, toPort, left);
            }
            if (!left.isEmpty()) {
                return Optional.of(left.get(0));
            }
        }
        return Optional.empty();
    }

    /** Those of the ports for which the node before a hop chooses the path's link. */
    private List<Integer> choosing(Path path, int hop, int toPort, List<Integer> ports) throws IOException {
        List<Link> links = path.links();
        Link wanted = links.get(hop);
        Node at = wanted.from();
        Host to = (Host) links.get(links.size() - 1).to();
        if (fabric.topology().nextHops(at, to).size() == 1) {
            return ports;
        }
        NetworkPlan plan = fabric.plan();
        String ends = "route get %s from %s"
                .formatted(plan.address(to), plan.address(links.get(0).from()));
        String from = hop == 0
                ? ends
                : ends + " iif "
                        + AddressPlan.interfaceName(at, links.get(hop - 1).from());
        List<String> questions = ports.stream()
                .map(port -> from + " ipproto udp sport " + port + " dport " + toPort)
                .toList();
        List<String> devices = devices(at, questions);
        List<Integer> kept = new ArrayList<>();
        for (int i = 0; i < ports.size(); i++) {
            if (devices.get(i).equals(plan.interfaceName(wanted))) {
                kept.add(ports.get(i));
            }
        }
        return kept;
    }

    private List<String> devices(Node at, List<String> questions) throws IOException {
        Command.Outcome outcome;
        try {
            outcome = fabric.callAt(
                    at,
                    () -> Command.run(List.of("ip", "-oneline", "-batch", "-"), String.join("\n", questions) + "\n"));
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(at.name() + " cannot be asked for its routes: " + e.getMessage(), e);
        }
        List<String> devices = DEVICE.matcher(outcome.output())
                .results()
                .map(found -> found.group(1))
                .toList();
        if (outcome.status() != 0 || devices.size() != questions.size()) {
            throw new IOException(at.name() + " does not say its routes: "
                    + outcome.output().lines().findFirst().orElse("nothing"));
        }
        return devices;
    }
}
