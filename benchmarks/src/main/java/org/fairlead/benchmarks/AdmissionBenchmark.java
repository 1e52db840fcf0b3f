// SPDX-License-Identifier: Apache-2.0
package org.fairlead.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.fairlead.core.prefetch.admission.PrefetchFlow;
import org.fairlead.core.prefetch.admission.RateAdmission;
import org.fairlead.core.prefetch.admission.RateAdmissions;
import org.fairlead.core.prefetch.admission.Verdict;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Which of many fetches are guaranteed a rate: as many tasks as hosts of four slots each, racks of 40 behind links for a quarter of what their hosts
 * have, blocks of 64 MB that are due within 10 s. The first pass, and one more with a tenth of new flows beside those that are admitted.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 4, time = 3)
public class AdmissionBenchmark {
    private static final long SECOND = 1_000_000_000L;
    private static final double HOST_BYTES_PER_SECOND = 125e6;
    private static final long BLOCK = 64_000_000L;
    private static final int RACK = 40;
    private static final int SLOTS = 4;
    private static final int OVERSUBSCRIPTION = 4;
    /** Map tasks of a job, as in FlexFetch's Table II. */
    private static final int[] TASKS = {1, 2, 5, 5, 5, 5, 10, 10, 30, 50, 150, 200};

    @Param({"1000", "10000"})
    public int hosts;

    @Param({"cardinal-packed", "cardinal-repaired", "cardinal"})
    public String admission;

    private final List<PrefetchFlow> next = new ArrayList<>();
    private List<PrefetchFlow> first;
    private RateAdmission known;

    @Setup
    public void start() {
        Random random = new Random(1);
        int[] slots = new int[hosts];
        int flows = hosts + hosts / 10;
        for (int job = 0; next.size() < flows; job++) {
            int residual = 1 + random.nextInt(TASKS[random.nextInt(TASKS.length)]);
            for (int task = 0; task < residual && next.size() < flows; task++) {
                int to = random.nextInt(hosts);
                int from = random.nextInt(hosts);
                if (from != to && slots[to] < SLOTS) {
                    slots[to]++;
                    long lead = SECOND / 2 + (long) (9.5 * SECOND * random.nextDouble());
                    next.add(new PrefetchFlow(next.size(), job, residual, path(from, to), BLOCK, SECOND + lead));
                }
            }
        }
        first = next.subList(0, hosts);
        known = RateAdmissions.named(admission);
        known.admit(first, this::bytesPerSecond, SECOND);
    }

    private List<Integer> path(int from, int to) {
        int racks = (hosts + RACK - 1) / RACK;
        return from / RACK == to / RACK
                ? List.of(from, hosts + to)
                : List.of(from, 2 * hosts + from / RACK, 2 * hosts + racks + to / RACK, hosts + to);
    }

    private double bytesPerSecond(int link) {
        return link < 2 * hosts ? HOST_BYTES_PER_SECOND : HOST_BYTES_PER_SECOND * RACK / OVERSUBSCRIPTION;
    }

    /** Nothing is admitted yet. */
    @Benchmark
    public Map<Long, Verdict> first() {
        return RateAdmissions.named(admission).admit(first, this::bytesPerSecond, SECOND);
    }

    /** Again and again with the same new flows; what was decided of them stands in all but the first of these passes. */
    @Benchmark
    public Map<Long, Verdict> next() {
        return known.admit(next, this::bytesPerSecond, SECOND);
    }
}
