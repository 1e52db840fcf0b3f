// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.label;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which of the paths that lead on from one node to one destination each label names. Paths are numbered by next hop, then by the number that they have behind it,
 * as {@link org.fairlead.core.topology.Topology#paths} lists them; labels from 0. Every path is named by one label at least and every label names one path at
 * least. Immutable, the same object for all places of a network that look alike.
 */
final class Spread {
    private final int paths;
    private final BitSet[] named;
    private final int[][] hops;

    private Spread(int paths, BitSet[] named, int[][] hops) {
        this.paths = paths;
        this.named = named;
        this.hops = hops;
    }

    /** At the destination itself, where every label has arrived. */
    static Spread arrived(int labels) {
        BitSet one = new BitSet();
        one.set(0);
        return new Spread(1, Stream.generate(() -> one).limit(labels).toArray(BitSet[]::new), new int[labels][0]);
    }

    /**
     * At a node one hop farther away. A path is given to that label, among those that name it behind its hop, which has the fewest here so far; of several,
     * to the one whose number is the path's, counted round. A label that is left over takes the hop whose paths have the fewest labels, round in the same way.
     *
     * @param behind what each next hop leads to
     * @throws IllegalArgumentException if there are more than {@code mostPaths} paths
     */
    static Spread over(List<Spread> behind, int labels, int mostPaths) {
        long paths = behind.stream().mapToLong(each -> each.paths).sum();
        if (paths > mostPaths) {
            throw new IllegalArgumentException("there are " + paths
                    + " equal-cost paths between two places of this network; labels are planned for at most "
                    + mostPaths);
        }
        return new Draft(behind, (int) paths, labels).finished();
    }

    /** How many paths a label names. */
    int named(int label) {
        return named[label].cardinality();
    }

    /** By their place among the next hops, ascending, those by which a label leaves. Not to be changed. */
    @SuppressWarnings("MixedArrayDimensions")
    int[] hops(int label) {
        return hops[label];
    }

    private static final class Draft {
        private final List<Spread> behind;
        private final int[] first;
        private final int[] labelsOf;
        private final BitSet[] taken;
        private final BitSet[] named;

        Draft(List<Spread> behind, int paths, int labels) {
            this.behind = behind;
            first = new int[behind.size()];
            for (int hop = 1; hop < first.length; hop++) {
                first[hop] = first[hop - 1] + behind.get(hop - 1).paths;
            }
            labelsOf = new int[paths];
            taken = Stream.generate(BitSet::new).limit(labels).toArray(BitSet[]::new);
            named = Stream.generate(BitSet::new).limit(labels).toArray(BitSet[]::new);
        }

        Spread finished() {
            for (int hop = 0; hop < first.length; hop++) {
                for (int path = 0; path < behind.get(hop).paths; path++) {
                    if (labelsOf[first[hop] + path] == 0) {
                        take(labelFor(hop, path), hop);
                    }
                }
            }
            for (int label = 0; label < taken.length; label++) {
                if (taken[label].isEmpty()) {
                    take(label, hopFor(label));
                }
            }
            int[][] hops = IntStream.range(0, taken.length)
                    .mapToObj(label -> taken[label].stream().toArray())
                    .toArray(int[][]::new);
            return new Spread(labelsOf.length, named, hops);
        }

        private void take(int label, int hop) {
            taken[label].set(hop);
            behind.get(hop).named[label].stream().map(path -> first[hop] + path).forEach(path -> {
                named[label].set(path);
                labelsOf[path]++;
            });
        }

        private int labelFor(int hop, int path) {
            int labels = taken.length;
            int best = -1;
            for (int i = 0; i < labels; i++) {
                int label = (first[hop] + path + i) % labels;
                if (behind.get(hop).named[label].get(path)
                        && (best < 0 || named[label].cardinality() < named[best].cardinality())) {
                    best = label;
                }
            }
            return best;
        }

        private int hopFor(int label) {
            int hops = first.length;
            int wanted = label % labelsOf.length;
            int start = 0;
            while (start + 1 < hops && first[start + 1] <= wanted) {
                start++;
            }
            int best = -1;
            int fewest = Integer.MAX_VALUE;
            for (int i = 0; i < hops; i++) {
                int hop = (start + i) % hops;
                int most = behind.get(hop).named[label].stream()
                        .map(path -> labelsOf[first[hop] + path])
                        .max()
                        .orElse(0);
                if (most < fewest) {
                    best = hop;
                    fewest = most;
                }
            }
            return best;
        }
    }
}
