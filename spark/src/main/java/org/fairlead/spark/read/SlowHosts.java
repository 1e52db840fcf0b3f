// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.spark.TaskContext;

/**
 * The hosts that were slow when a task was launched. They travel with it as {@link PlacedSource} does.
 *
 * @param hosts how many there are, slow ones and others
 * @param paces by host, as the driver has it, how many times as long tasks take there as on hosts that are well
 */
public record SlowHosts(int hosts, Map<String, Double> paces) {
    /** No host is slow. */
    public static final SlowHosts NONE = new SlowHosts(0, Map.of());

    /** The local property that carries them: {@code hosts:host=pace,host=pace,…}. */
    static final String PROPERTY = "fairlead.slow";

    /** What travels with each task stays small; the slowest count. */
    private static final int MOST = 100;

    public SlowHosts {
        paces = Map.copyOf(paces);
    }

    /** A task's properties with the hosts in them; the given ones, which tasks of a stage share, are not touched. */
    public Properties with(Properties properties) {
        if (paces.isEmpty()) {
            return properties;
        }
        Properties slow = properties == null ? new Properties() : (Properties) properties.clone();
        slow.setProperty(
                PROPERTY,
                paces.entrySet().stream()
                        .sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder())
                                .thenComparing(Map.Entry.comparingByKey()))
                        .limit(MOST)
                        .map(host -> String.format(Locale.ROOT, "%s=%.2f", host.getKey(), host.getValue()))
                        .collect(Collectors.joining(",", hosts + ":", "")));
        return slow;
    }

    /** Of the task whose thread this is; empty on other threads and where no host is slow. */
    static Optional<SlowHosts> ofThisTask() {
        TaskContext context = TaskContext.get();
        String text = context == null ? null : context.getLocalProperty(PROPERTY);
        return text == null || text.isEmpty() ? Optional.empty() : Optional.of(of(text));
    }

    private static SlowHosts of(String text) {
        int colon = text.indexOf(':');
        Map<String, Double> paces = new HashMap<>();
        for (String host : text.substring(colon + 1).split(",")) {
            int equals = host.lastIndexOf('=');
            paces.put(host.substring(0, equals), Double.valueOf(host.substring(equals + 1)));
        }
        return new SlowHosts(Integer.parseInt(text.substring(0, colon)), paces);
    }

    /** How many times as long tasks take where a DataNode is; 1 where it is well, as far as is known. */
    double paceOf(DatanodeInfo dataNode) {
        if (paces.isEmpty()) {
            return 1;
        }
        return PlacedSource.names(dataNode).stream()
                .mapToDouble(name -> paces.getOrDefault(name, 1.0))
                .max()
                .orElse(1);
    }
}
