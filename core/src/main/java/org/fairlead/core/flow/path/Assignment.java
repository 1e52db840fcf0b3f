// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.path;

/**
 * Which path each elephant has, the load of the links that follows from it, and its energy: Σ max(0, load − room) over links, what
 * does not fit. The energy is kept up to date with each move. Begins with every flow on its present path.
 */
final class Assignment {
    final ElephantFlows elephants;
    private final int[] links;
    /** By link: room less the load of elephants; below 0 on one that is overfull. */
    private final long[] spare;

    private long energy;

    Assignment(ElephantFlows elephants) {
        this.elephants = elephants;
        links = elephants.present.clone();
        spare = elephants.room.clone();
        for (int link = 0; link < spare.length; link++) {
            energy += over(link);
        }
        for (int flow = 0; flow < elephants.size(); flow++) {
            add(flow);
        }
    }

    long energy() {
        return energy;
    }

    /** What does not fit on a link. */
    long over(int link) {
        return Math.max(0, -spare[link]);
    }

    /** How much more would not fit if a flow of this demand came to the link. */
    long overBy(int link, long demand) {
        long left = spare[link];
        return left >= demand ? 0 : left <= 0 ? demand : demand - left;
    }

    /** What is left on a link; below 0 on one that is over. */
    long spare(int link) {
        return spare[link];
    }

    int link(int flow, int hop) {
        return links[elephants.starts[flow] + hop];
    }

    /** Takes a flow off its links; they are remembered until it is put somewhere. */
    void remove(int flow) {
        long demand = elephants.demands[flow];
        for (int i = elephants.starts[flow]; i < elephants.starts[flow + 1]; i++) {
            int link = links[i];
            energy -= over(link);
            spare[link] += demand;
            energy += over(link);
        }
    }

    /** Puts a flow back on the links it had when it was removed. */
    void add(int flow) {
        long demand = elephants.demands[flow];
        for (int i = elephants.starts[flow]; i < elephants.starts[flow + 1]; i++) {
            energy += overBy(links[i], demand);
            spare[links[i]] -= demand;
        }
    }

    /** The energy if a removed flow were put on a path. */
    long energyWith(int flow, int[] path) {
        long with = energy;
        for (int hop = 0; hop < elephants.hops(flow); hop++) {
            with += overBy(path[hop], elephants.demands[flow]);
        }
        return with;
    }

    /** Puts a removed flow on a path of as many links. */
    void add(int flow, int[] path) {
        System.arraycopy(path, 0, links, elephants.starts[flow], elephants.hops(flow));
        add(flow);
    }

    /** The links of a flow, written into an array that is long enough. */
    void write(int flow, int[] path) {
        System.arraycopy(links, elephants.starts[flow], path, 0, elephants.hops(flow));
    }

    /** Whether a flow is where it was at the beginning of the round. */
    boolean stays(int flow) {
        for (int i = elephants.starts[flow]; i < elephants.starts[flow + 1]; i++) {
            if (links[i] != elephants.present[i]) {
                return false;
            }
        }
        return true;
    }

    /** All paths, to come back to them with {@link #restore}. */
    void save(int[] into) {
        System.arraycopy(links, 0, into, 0, links.length);
    }

    int[] saved() {
        return links.clone();
    }

    void restore(int[] paths) {
        for (int flow = 0; flow < elephants.size(); flow++) {
            remove(flow);
        }
        System.arraycopy(paths, 0, links, 0, links.length);
        for (int flow = 0; flow < elephants.size(); flow++) {
            add(flow);
        }
    }
}
