package org.fairlead.testbed.network;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;

/** Whether this machine can carry an emulated network. Asked inside the sandbox, before anything else is started. */
public final class NetworkRequirements {
    private static final String PREFIX = "probe-";

    private record Feature(String name, String remedy, List<String> ip, List<String> tc) {}

    /** Each is tried by itself in a namespace of its own, so that the one that is missing can be named. */
    private static final List<Feature> FEATURES = List.of(
            new Feature(
                    "veth pairs",
                    "as root, run 'modprobe veth'",
                    List.of(
                            "link add pa type veth peer name pb",
                            "addr add 10.0.0.1/32 dev pa",
                            "link set dev pa up",
                            "link set dev pb up"),
                    List.of()),
            new Feature(
                    "HTB queues",
                    "as root, run 'modprobe sch_htb'",
                    List.of(),
                    List.of(
                            "qdisc add dev pa root handle 1: htb default 2",
                            "class add dev pa parent 1: classid 1:2 htb rate 1mbit quantum 6400",
                            "qdisc add dev pa parent 1:2 bfifo limit 70000")),
            new Feature(
                    "the u32 classifier",
                    "as root, run 'modprobe cls_u32'",
                    List.of(),
                    List.of("filter add dev pa parent 1: protocol ip prio 5 u32 match ip src 10.0.0.1/32 flowid 1:2")),
            new Feature(
                    "multipath routes",
                    "use a kernel built with CONFIG_IP_ROUTE_MULTIPATH",
                    List.of("route add 10.0.0.2/32 nexthop via 169.254.0.1 dev pa onlink nexthop via 169.254.0.1 dev pb"
                            + " onlink"),
                    List.of()),
            new Feature(
                    "TCP cubic",
                    "as root, run 'modprobe tcp_cubic'",
                    List.of("route add 10.0.0.3/32 congctl cubic via 169.254.0.1 dev pa onlink"),
                    List.of()));

    private NetworkRequirements() {}

    /** One sentence for each thing that is missing, with what to do about it; empty when all is there. */
    public static List<String> missing() {
        List<String> sentences = new ArrayList<>();
        for (String tool : List.of("ip", "tc")) {
            try {
                Command.run(List.of(tool, "-Version"));
            } catch (IOException e) {
                sentences.add("The command '" + tool + "' is missing; install iproute2 (apt-get install iproute2).");
            }
        }
        if (sentences.isEmpty()) {
            sentences.addAll(missingFeatures());
        }
        return sentences;
    }

    private static List<String> missingFeatures() {
        List<String> sentences = new ArrayList<>();
        String namespace = PREFIX + "features";
        try {
            Command.batch("ip", List.of("netns add " + namespace));
        } catch (IOException e) {
            return List.of("Network namespaces cannot be made here (" + e.getMessage()
                    + "); run on a kernel with CONFIG_NET_NS, with user namespaces allowed"
                    + " (sysctl user.max_net_namespaces and kernel.unprivileged_userns_clone above 0).");
        }
        try {
            Namespaces.call(namespace, () -> {
                for (Feature feature : FEATURES) {
                    tryOut(feature).ifPresent(sentences::add);
                    if (!sentences.isEmpty()) {
                        break; // what follows stands on it
                    }
                }
                return null;
            });
            if (sentences.isEmpty()) {
                sentences.addAll(missingForSwitches());
            }
        } catch (Exception e) {
            sentences.add("Network namespaces cannot be entered here: " + e.getMessage() + ".");
        } finally {
            remove(namespace);
        }
        return sentences;
    }

    private static Optional<String> tryOut(Feature feature) {
        try {
            Command.batch("ip", feature.ip());
            Command.batch("tc", feature.tc());
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(
                    "The kernel has no " + feature.name() + " (" + e.getMessage() + "); " + feature.remedy() + ".");
        }
    }

    /** The smallest network of all, to find what else does not work. */
    private static List<String> missingForSwitches() {
        Function<String, String> sentence =
                reason -> "A network of two hosts and a switch cannot be built here: " + reason + ".";
        Topology smallest =
                Topologies.tree(new Topology.Builder("probe"), 1, 2, 1e6, 1).build();
        FabricOptions options = FabricOptions.of(Queueing.FAIR, 1).withPrefix(PREFIX);
        try (Fabric fabric = Fabric.create(new NetworkPlan(smallest, options));
                LinkCounters counters = fabric.counters()) {
            return counters.read().size() == smallest.links().size()
                    ? List.of()
                    : List.of(sentence.apply("not all links can be counted"));
        } catch (IOException | RuntimeException e) {
            return List.of(sentence.apply(String.valueOf(e.getMessage())));
        }
    }

    private static void remove(String namespace) {
        if (Files.exists(Path.of("/run/netns", namespace))) {
            try {
                Command.batch("ip", List.of("netns del " + namespace));
            } catch (IOException e) {
                // it goes with the sandbox
            }
        }
    }

    /** Whether consecutive switches choose among equal paths independently; kernels before 6.11 cannot be told to. */
    public static boolean hasHashSeeds() {
        return Files.exists(Path.of("/proc/sys", NetworkPlan.HASH_SEED));
    }
}
