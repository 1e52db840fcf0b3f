// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.cluster.ClusterSettings;
import org.fairlead.spark.cluster.LiveCluster;
import org.fairlead.spark.cluster.RackMapping;
import org.fairlead.spark.plugin.DriverSide;
import org.fairlead.spark.plugin.ExecutorSide;

/** Ours, whose executors tell lies beside the truth, again and again: of themselves, of other hosts, and what is no message at all. */
public final class LyingPlugin implements SparkPlugin {
    static final String OTHER_HOST = "elsewhere";
    /** How many executors have told every lie three times. */
    static volatile int reported;

    static volatile LiveCluster cluster;

    @Override
    public DriverPlugin driverPlugin() {
        reported = 0;
        DriverSide side = new DriverSide(
                (context, settings) -> {
                    cluster =
                            LiveCluster.start(ClusterSettings.from(context.conf()), RackMapping.ONE, TimeSource.SYSTEM);
                    return cluster;
                },
                TimeSource.SYSTEM);
        return new DriverPlugin() {
            @Override
            public Map<String, String> init(SparkContext context, PluginContext plugin) {
                return side.init(context, plugin);
            }

            @Override
            public void registerMetrics(String applicationId, PluginContext plugin) {
                side.registerMetrics(applicationId, plugin);
            }

            @Override
            @SuppressWarnings("NonAtomicVolatileUpdate") // one thread of Spark's
            public Object receive(Object message) throws IOException {
                if (message.equals("told")) {
                    reported++;
                    return null;
                }
                return side.receive(message);
            }

            @Override
            public void shutdown() {
                side.shutdown();
            }
        };
    }

    @Override
    public ExecutorPlugin executorPlugin() {
        return new Liar();
    }

    private static final class Liar implements ExecutorPlugin {
        private final ExecutorSide honest = new ExecutorSide(TimeSource.SYSTEM);
        private volatile boolean closed;

        @Override
        public void init(PluginContext context, Map<String, String> reported) {
            honest.init(context, reported);
            Thread thread = new Thread(() -> lie(context), "liar");
            thread.setDaemon(true);
            thread.start();
        }

        @Override
        public void onTaskStart() {
            honest.onTaskStart();
        }

        @Override
        public void shutdown() {
            closed = true;
            honest.shutdown();
        }

        private void lie(PluginContext driver) {
            for (long turn = 1; !closed; turn++) {
                for (Object lie : lies(driver.executorID(), turn)) {
                    try {
                        driver.ask(lie);
                    } catch (Exception e) {
                        // As it should be.
                    }
                }
                try {
                    if (turn == 3) {
                        driver.send("told");
                    }
                    Thread.sleep(300);
                } catch (IOException | InterruptedException e) {
                    return;
                }
            }
        }
    }

    private record Report(
            String executor, String host, double linkBytesPerSecond, Memory memory, List<Sample> samples) {}

    private record Memory(long poolBytes, long storageBytes, long executionBytes) {}

    private record Sample(
            String cluster,
            String host,
            long boot,
            long sequence,
            long monotonicNanos,
            long intervalMillis,
            List<Nic> nics,
            List<Disk> disks,
            long memoryAvailableBytes) {}

    private record Nic(String name, long receivedBytes, long sentBytes) {}

    private record Disk(String name, long readBytes, long writtenBytes, long busyMillis) {}

    private static List<Object> lies(String executor, long turn) {
        long most = Long.MAX_VALUE;
        return List.of(
                report(executor, OTHER_HOST, Double.NaN, sample(OTHER_HOST, turn, turn << 40)),
                report("0", OTHER_HOST, Double.POSITIVE_INFINITY, sample(OTHER_HOST, turn, most)),
                report("4711", OTHER_HOST, 1e300, sample(OTHER_HOST, turn, turn << 50)),
                report("4711", TwoHosts.SECOND, -1, sample(TwoHosts.SECOND, turn, turn << 50)),
                report(executor, TwoHosts.FIRST, -1, sample(OTHER_HOST, turn, turn << 30)),
                report(executor, TwoHosts.FIRST, -1, sample(TwoHosts.FIRST, turn, -turn)),
                report(executor, TwoHosts.FIRST, -1, sample(TwoHosts.FIRST, -turn, turn)),
                report(executor, "x".repeat(100_000), 0, sample("", turn, turn)),
                Encoding.CBOR.write(new Report(executor, TwoHosts.FIRST, 0, new Memory(most, -1, most), List.of())),
                Encoding.CBOR.write(new Report(null, null, Double.NaN, null, null)),
                new long[] {turn, Long.MIN_VALUE, Long.MIN_VALUE, 1, turn + 1, most, most, most, -1, 0, 0, 0, 5},
                new byte[] {1, 2, 3},
                "hello",
                turn);
    }

    private static byte[] report(String executor, String host, double speed, Sample sample) {
        return Encoding.CBOR.write(new Report(executor, host, speed, null, List.of(sample)));
    }

    private static Sample sample(String host, long turn, long bytes) {
        return new Sample(
                "",
                host,
                1,
                turn,
                turn * 1_000_000_000L,
                1000,
                List.of(new Nic("eth0", bytes, bytes)),
                List.of(new Disk("sda", bytes, bytes, bytes)),
                7);
    }
}
