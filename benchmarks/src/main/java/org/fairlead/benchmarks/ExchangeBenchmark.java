// SPDX-License-Identifier: Apache-2.0
package org.fairlead.benchmarks;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.fairlead.core.shuffle.ByteMatrix;
import org.fairlead.core.shuffle.ExchangePlan;
import org.fairlead.core.shuffle.ExchangePlanner;
import org.fairlead.core.shuffle.ExchangePlanners;
import org.fairlead.core.shuffle.Outlook;
import org.fairlead.core.shuffle.ReceiverMemory;
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
 * The plan of one shuffle among many hosts, each with output for as many partitions: a block for each pair of hosts. Partitions by Zipf's law; caps of twice an even part, so that skewed ones overflow.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 4, time = 3)
public class ExchangeBenchmark {
    private static final double BYTES = 1e12;
    private static final double HOST_BYTES_PER_SECOND = 1.25e9;
    private static final double DISK_BYTES_PER_SECOND = 200e6;

    @Param({"250", "500", "1000"})
    public int hosts;

    @Param({"0", "2"})
    public double exponent;

    @Param({"csa", "dsa", "dsa-sms", "fairlead"})
    public String planner;

    private ExchangePlanner plans;
    private ByteMatrix bytes;
    private ReceiverMemory memory;
    private Outlook outlook;

    @Setup
    public void start() {
        Random random = new Random(1);
        double[] weights = new double[hosts];
        Arrays.setAll(weights, partition -> Math.pow(partition + 1, -exponent));
        double sum = Arrays.stream(weights).sum();
        long[][] rows = new long[hosts][hosts];
        int[] senders = new int[hosts];
        for (int row = 0; row < hosts; row++) {
            senders[row] = row;
            Arrays.setAll(rows[row], partition ->
                    (long) (BYTES / hosts * weights[partition] / sum * (0.5 + random.nextDouble())));
        }
        double[] disks = new double[hosts];
        Arrays.fill(disks, DISK_BYTES_PER_SECOND);
        bytes = new ByteMatrix(hosts, senders, rows);
        memory = ReceiverMemory.alike(hosts, (long) (2 * BYTES / hosts));
        outlook = Outlook.alike(hosts, HOST_BYTES_PER_SECOND).withDisks(disks, disks);
        plans = ExchangePlanners.named(planner);
    }

    @Benchmark
    public ExchangePlan plan() {
        return plans.plan(bytes, memory, outlook, 0, 1);
    }
}
