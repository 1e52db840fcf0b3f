// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import org.apache.hadoop.net.Node;
import org.fairlead.core.health.Suspects;
import org.fairlead.core.topology.Host;
import org.fairlead.hdfs.cluster.DatanodeTable;
import org.fairlead.protocol.plugin.Mode;

/**
 * The hosts that one decision does without, since they are suspected: whether it is ours or stock's. Plain reads, no lock, no policy: it holds also while
 * policies fail.
 */
public final class AvoidedHosts {
    /** Nobody is suspected, or nothing of ours counts. */
    public static final AvoidedHosts NONE =
            new AvoidedHosts(DecisionCounters.Kind.WRITE, null, Suspects.NONE, new int[0], false);

    private final DecisionCounters.Kind kind;
    private final DatanodeTable table;
    private final Suspects suspects;
    private final int[] barred;
    private final boolean enforced;

    private AvoidedHosts(
            DecisionCounters.Kind kind, DatanodeTable table, Suspects suspects, int[] barred, boolean enforced) {
        this.kind = kind;
        this.table = table;
        this.suspects = suspects;
        this.barred = barred;
        this.enforced = enforced;
    }

    /** Of the next decision; in mode {@code off} nobody is avoided. */
    public static AvoidedHosts of(DecisionRuntime runtime, ClusterState state, DecisionCounters.Kind kind) {
        Mode mode = kind == DecisionCounters.Kind.WRITE
                ? runtime.modes().write()
                : runtime.modes().read();
        Suspects suspects = runtime.health().suspects(state.topology());
        if (suspects.isEmpty() || mode == Mode.OFF) {
            return NONE;
        }
        long seed = runtime.nextSeed();
        int[] barred = suspects.barred(seed);
        return barred.length == 0
                ? NONE
                : new AvoidedHosts(
                        kind, state.table(), suspects, barred, runtime.modes().enforced(mode, seed));
    }

    public boolean isEmpty() {
        return barred.length == 0;
    }

    /** Whether it counts; otherwise what would be avoided is only counted. */
    public boolean isEnforced() {
        return enforced && !isEmpty();
    }

    public DecisionCounters.Kind kind() {
        return kind;
    }

    public boolean avoids(Host host) {
        return Arrays.binarySearch(barred, host.index()) >= 0;
    }

    /** Adds the hosts' indices. */
    public void addTo(BitSet excluded) {
        for (int host : barred) {
            excluded.set(host);
        }
    }

    /** A copy of what Hadoop excludes with the DataNodes that are avoided. */
    public Set<Node> with(Set<Node> excluded) {
        Set<Node> more = excluded == null ? new HashSet<>() : new HashSet<>(excluded);
        for (int host : barred) {
            table.datanode((Host) table.topology().nodes().get(host)).ifPresent(more::add);
        }
        return more;
    }

    /** The same nodes in the same order, without those that are avoided where that counts. */
    public <T extends Node> List<T> without(List<T> nodes) {
        return isEnforced()
                ? nodes.stream()
                        .filter(node -> table.host(node).filter(this::avoids).isEmpty())
                        .toList()
                : nodes;
    }

    /** The same hosts in the same order, but those that are avoided last. */
    public List<Host> last(List<Host> hosts) {
        List<Host> ordered =
                new ArrayList<>(hosts.stream().filter(host -> !avoids(host)).toList());
        hosts.stream().filter(this::avoids).forEach(ordered::add);
        return ordered;
    }

    /**
     * Puts those of the first nodes that are avoided behind the others of these, in the order in which they stand.
     *
     * @return whether any changed its place
     */
    public <T extends Node> boolean putLast(T[] nodes, int activeLen) {
        T[] before = Arrays.copyOf(nodes, activeLen);
        IntPredicate isAvoided = i -> table.host(before[i]).filter(this::avoids).isPresent();
        int next = 0;
        List<T> behind = new ArrayList<>();
        boolean moved = false;
        for (int i = 0; i < activeLen; i++) {
            if (isAvoided.test(i)) {
                behind.add(before[i]);
            } else {
                moved |= next != i;
                nodes[next] = before[i];
                next++;
            }
        }
        for (T node : behind) {
            nodes[next] = node;
            next++;
        }
        return moved;
    }

    /** For {@code explain}: who was avoided and why; empty text for nobody. */
    public String words(long nowNanos) {
        return isEmpty()
                ? ""
                : suspects.words(
                        barred, host -> table.topology().nodes().get(host).name(), nowNanos);
    }
}
