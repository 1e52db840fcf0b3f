// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

import java.util.Arrays;
import java.util.Random;

/** A shuffle that a seed decides: several rows on some hosts, none on others, skewed partitions, empty blocks, caps of all sizes. */
record MadeUpShuffle(ByteMatrix bytes, ReceiverMemory memory, Outlook outlook) {
    private static final long BLOCK = 1000;

    static MadeUpShuffle of(long seed) {
        Random random = new Random(seed);
        int hosts = 1 + random.nextInt(9);
        int partitions = 1 + random.nextInt(3 * hosts);
        int[] senders = random.ints(1 + random.nextInt(2 * hosts), 0, hosts).toArray();
        double exponent = 3 * random.nextDouble();
        long[][] rows = new long[senders.length][partitions];
        for (long[] row : rows) {
            for (int partition = 0; partition < partitions; partition++) {
                double mean = BLOCK * partitions * Math.pow(partition + 1, -exponent);
                row[partition] = random.nextInt(5) == 0 ? 0 : (long) (2 * mean * random.nextDouble());
            }
        }
        ByteMatrix bytes = new ByteMatrix(hosts, senders, rows);
        long even = bytes.allBytes() / hosts;
        long[] caps = new long[hosts];
        Arrays.setAll(caps, host -> random.nextInt(4) == 0 ? 0 : (long) (1.5 * even * random.nextDouble()));
        Outlook links = Outlook.ofLinks(rates(random, hosts), rates(random, hosts));
        Outlook disks = random.nextBoolean() ? links : links.withDisks(rates(random, hosts), rates(random, hosts));
        Outlook outlook = random.nextBoolean()
                ? disks
                : disks.withStore(new SharedStore(rate(random), rate(random), rate(random), random.nextBoolean()));
        int[] tasks = new int[partitions];
        Arrays.setAll(tasks, partition -> random.nextInt(3) == 0 ? random.nextInt(hosts) : Outlook.UNPLANNED);
        return new MadeUpShuffle(
                bytes, new ReceiverMemory(caps), random.nextBoolean() ? outlook : outlook.withTasks(tasks));
    }

    private static double[] rates(Random random, int hosts) {
        double[] rates = new double[hosts];
        Arrays.setAll(rates, host -> rate(random));
        return rates;
    }

    private static double rate(Random random) {
        return 100 + 1000 * random.nextDouble();
    }

    ExchangePlan plan(String name, long seed) {
        return ExchangePlanners.named(name).plan(bytes, memory, outlook, 7, seed);
    }
}
