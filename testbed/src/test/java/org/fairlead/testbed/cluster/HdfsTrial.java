package org.fairlead.testbed.cluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

final class HdfsTrial {
    private HdfsTrial() {}

    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[0]);
        Path dir = Path.of(args[1]);
        Path cache = Path.of(args[2]);
        RuntimeClasspath cp = RuntimeClasspath.resolve(Versions.standard(), cache, System.out::println);
        Map<String, String> racks = new LinkedHashMap<>();
        List<String> dns = new ArrayList<>();
        racks.put("m", "r0");
        for (int i = 0; i < count; i++) {
            racks.put("h" + i, "r" + i / 3);
            dns.add("h" + i);
        }
        DevelopmentHosts hosts = new DevelopmentHosts(List.copyOf(racks.keySet()));
        ClusterLayout layout = new ClusterLayout(racks, "m", dns, "m", List.of(), "m");
        ClusterSite site = new ClusterSite(hosts, layout, Engines.prepare(cp, cache, System.out::println), dir);
        long t = System.nanoTime();
        HdfsCluster cluster = HdfsCluster.start(site, Contender.stock(), 0, HdfsSettings.standard());
        System.out.println("launched " + (System.nanoTime() - t) / 1e9);
        cluster.awaitReady();
        System.out.println("ready " + (System.nanoTime() - t) / 1e9);
        for (var e : cluster.pids().entrySet()) {
            String smaps = java.nio.file.Files.readString(Path.of("/proc/" + e.getValue() + "/smaps_rollup"));
            System.out.println(e.getKey() + " "
                    + smaps.lines()
                            .filter(l -> l.startsWith("Rss") || l.startsWith("Pss:"))
                            .toList());
        }
        if (args.length > 3) {
            Thread.sleep(Long.parseLong(args[3]) * 1000);
        }
        cluster.close();
        System.out.println("closed " + (System.nanoTime() - t) / 1e9);
    }
}
