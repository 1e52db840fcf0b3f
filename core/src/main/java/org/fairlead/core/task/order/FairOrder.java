// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.order;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Serves first the pool that has least for what is due to it, and in the pool the job that has least or came first.
 *
 * <p><b>Goals.</b> Pools share the cluster by weight, after each has its minimum; small jobs do not stand behind large ones.
 *
 * <p><b>Constraints.</b> Nothing is taken from a job that runs: shares even out as slots become free. A pool that nobody described
 * has weight 1, no minimum, and is fair inside.
 *
 * <p><b>Algorithm.</b> A pool is needy if it runs fewer tasks than min(minimum, running + pending). Needy pools first, by
 * running / max(1, that minimum); then the others by running / weight; then by the oldest job. Jobs in a fair pool likewise, with weight 1
 * and no minimum; in others first come, first served.
 *
 * <p><b>Example.</b> Pools A (weight 2, runs 6), B (weight 1, runs 2), C (minimum 4, runs 3, has much pending): C, then B (2), then A (3).
 *
 * <p><b>Source.</b> Hadoop's {@code SchedulingAlgorithms.FairShareComparator}, Spark's {@code FairSchedulingAlgorithm} (which does not cut
 * the minimum to the demand: the same for pools that have enough to do).
 */
final class FairOrder implements JobOrder {
    private final Map<String, Pool> pools = new HashMap<>();

    FairOrder(List<Pool> described) {
        for (Pool pool : described) {
            if (pools.put(pool.name(), pool) != null) {
                throw new IllegalArgumentException("pool '" + pool.name() + "' stands twice");
            }
            if (!(pool.weight() > 0) || Double.isInfinite(pool.weight()) || pool.minimumShare() < 0) {
                throw new IllegalArgumentException("pool '" + pool.name()
                        + "': a weight above 0 and a minimum of at least 0 slots are expected, not " + pool.weight()
                        + " and " + pool.minimumShare());
            }
        }
    }

    /** A pool with what its jobs have. */
    private static final class Standing {
        private final Pool pool;
        private int running;
        private int demand;
        private long oldestNanos = Long.MAX_VALUE;
        private int oldestJob = Integer.MAX_VALUE;

        Standing(Pool pool) {
            this.pool = pool;
        }

        void add(Share job) {
            running += job.running();
            demand += job.running() + job.pending();
            if (job.submittedNanos() < oldestNanos || (job.submittedNanos() == oldestNanos && job.job() < oldestJob)) {
                oldestNanos = job.submittedNanos();
                oldestJob = job.job();
            }
        }

        int minimum() {
            return Math.min(pool.minimumShare(), demand);
        }

        boolean needy() {
            return running < minimum();
        }

        double due() {
            return needy() ? running / (double) Math.max(1, minimum()) : running / pool.weight();
        }
    }

    private static final Comparator<Standing> POOLS = Comparator.comparing((Standing standing) -> !standing.needy())
            .thenComparingDouble(Standing::due)
            .thenComparingLong(standing -> standing.oldestNanos)
            .thenComparingInt(standing -> standing.oldestJob);

    @Override
    public String name() {
        return "fair";
    }

    @Override
    public void sort(List<? extends Share> jobs) {
        Map<String, Standing> standings = new HashMap<>();
        for (Share job : jobs) {
            standings
                    .computeIfAbsent(
                            job.pool(), pool -> new Standing(pools.getOrDefault(pool, new Pool(pool, 1, 0, true))))
                    .add(job);
        }
        List<Standing> order = standings.values().stream().sorted(POOLS).toList();
        Map<String, Integer> places = new HashMap<>();
        for (Standing standing : order) {
            places.put(standing.pool.name(), places.size());
        }
        jobs.sort(Comparator.comparingInt((Share job) -> places.get(job.pool()))
                .thenComparingInt(job -> standings.get(job.pool()).pool.fair() ? job.running() : 0)
                .thenComparing(FirstComeOrder.ORDER));
    }
}
