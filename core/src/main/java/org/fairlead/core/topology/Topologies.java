// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.topology;

/**
 * Regular networks. Each method adds to a builder, so that single hosts and links can be added to a regular network.
 *
 * <p>Names: hosts {@code h1, h2, …} through all racks, racks {@code r1, r2, …}, one rack (edge) switch per rack
 * {@code e1, e2, …}, aggregation switches {@code a1, …}, core switches (roots) {@code c1, …}.
 */
public final class Topologies {
    private Topologies() {}

    /**
     * Racks of hosts under one root switch each rack has one link to.
     *
     * @param hostBytesPerSecond capacity of a host's link, each direction
     * @param oversubscription what a rack's hosts could send together over what its up-link carries; 1 is non-blocking
     */
    public static Topology.Builder tree(
            Topology.Builder to, int racks, int hostsPerRack, double hostBytesPerSecond, double oversubscription) {
        if (!(oversubscription > 0)) {
            throw new IllegalArgumentException("oversubscription must be above 0");
        }
        double uplink = hostsPerRack * hostBytesPerSecond / oversubscription;
        return multiRooted(to, racks, hostsPerRack, 1, hostBytesPerSecond, uplink);
    }

    /**
     * Racks of hosts, each rack switch with one link to every root: as many equal-cost paths between racks as roots.
     *
     * @param uplinkBytesPerSecond capacity of each link between a rack and a root, each direction
     */
    public static Topology.Builder multiRooted(
            Topology.Builder to,
            int racks,
            int hostsPerRack,
            int roots,
            double hostBytesPerSecond,
            double uplinkBytesPerSecond) {
        atLeastOne("racks", racks);
        atLeastOne("hosts per rack", hostsPerRack);
        atLeastOne("roots", roots);
        for (int root = 1; root <= roots; root++) {
            to.switchNode("c" + root);
        }
        int host = 0;
        for (int rack = 1; rack <= racks; rack++) {
            to.switchNode("e" + rack);
            for (int root = 1; root <= roots; root++) {
                to.cable("e" + rack, "c" + root, uplinkBytesPerSecond);
            }
            for (int i = 0; i < hostsPerRack; i++) {
                host++;
                to.host("h" + host, "r" + rack).cable("h" + host, "e" + rack, hostBytesPerSecond);
            }
        }
        return to;
    }

    /**
     * A k-ary fat tree (Al-Fares et al., SIGCOMM 2008): k pods of k/2 edge and k/2 aggregation switches, (k/2)² cores,
     * k³/4 hosts, all links alike; (k/2)² equal-cost paths between pods. A rack is an edge switch.
     *
     * @param k even, at least 2
     */
    public static Topology.Builder fatTree(Topology.Builder to, int k, double bytesPerSecond) {
        if (k < 2 || k % 2 != 0) {
            throw new IllegalArgumentException("a fat tree's k must be even and at least 2, not " + k);
        }
        int half = k / 2;
        for (int core = 1; core <= half * half; core++) {
            to.switchNode("c" + core);
        }
        int host = 0;
        for (int pod = 0; pod < k; pod++) {
            for (int i = 0; i < half; i++) {
                String aggregation = "a" + (pod * half + i + 1);
                to.switchNode(aggregation);
                for (int j = 0; j < half; j++) {
                    to.cable(aggregation, "c" + (i * half + j + 1), bytesPerSecond);
                }
            }
            for (int i = 0; i < half; i++) {
                int rack = pod * half + i + 1;
                to.switchNode("e" + rack);
                for (int j = 0; j < half; j++) {
                    to.cable("e" + rack, "a" + (pod * half + j + 1), bytesPerSecond);
                }
                for (int j = 0; j < half; j++) {
                    host++;
                    to.host("h" + host, "r" + rack).cable("h" + host, "e" + rack, bytesPerSecond);
                }
            }
        }
        return to;
    }

    private static void atLeastOne(String what, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(what + " must be at least 1, not " + value);
        }
    }
}
