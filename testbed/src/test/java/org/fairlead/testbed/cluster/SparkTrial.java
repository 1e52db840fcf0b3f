package org.fairlead.testbed.cluster;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.testbed.workload.driver.DriverRequest;

final class SparkTrial {
    private SparkTrial() {}

    static void memory(Map<String, Long> pids) throws Exception {
        for (var e : pids.entrySet()) {
            String smaps = Files.readString(Path.of("/proc/" + e.getValue() + "/smaps_rollup"));
            System.out.println(e.getKey() + " "
                    + smaps.lines()
                            .filter(l -> l.startsWith("Rss") || l.startsWith("Pss:"))
                            .toList());
        }
    }

    static double cpu() throws Exception {
        String line = Files.readAllLines(Path.of("/proc/stat")).get(0);
        String[] f = line.split(" +", -1);
        return (Long.parseLong(f[1]) + Long.parseLong(f[2]) + Long.parseLong(f[3]) + Long.parseLong(f[7])) / 100.0;
    }

    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[0]);
        int workers = Integer.parseInt(args[1]);
        Path dir = Path.of(args[2]);
        Path cache = Path.of(args[3]);
        RuntimeClasspath cp = RuntimeClasspath.resolve(Versions.standard(), cache, System.out::println);
        Engines engines = Engines.prepare(cp, cache, System.out::println);
        Map<String, String> racks = new LinkedHashMap<>();
        List<String> dns = new ArrayList<>();
        racks.put("m", "r0");
        for (int i = 0; i < count; i++) {
            racks.put("h" + i, "r" + i / 3);
            dns.add("h" + i);
        }
        DevelopmentHosts hosts = new DevelopmentHosts(List.copyOf(racks.keySet()));
        List<String> w = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            w.add("h" + i * 2);
        }
        ClusterLayout layout = new ClusterLayout(racks, "m", dns, "m", w, "m");
        ClusterSite site = new ClusterSite(hosts, layout, engines, dir);
        long t = System.nanoTime();
        HdfsCluster hdfs = HdfsCluster.start(site, Contender.stock(), 0, HdfsSettings.standard());
        SparkCluster spark = SparkCluster.start(site, SparkSettings.standard());
        System.out.println("launched " + (System.nanoTime() - t) / 1e9);
        hdfs.awaitReady();
        System.out.println("hdfs ready " + (System.nanoTime() - t) / 1e9);
        spark.awaitReady();
        System.out.println("spark ready " + (System.nanoTime() - t) / 1e9);
        SparkApplication app =
                SparkApplication.start(spark, Contender.stock(), hdfs, 0).awaitReady(Duration.ofMinutes(2));
        System.out.println("app ready " + (System.nanoTime() - t) / 1e9);
        Map<String, String> in = new LinkedHashMap<>();
        if (args.length > 4) {
            for (String p : List.of("lineitem", "orders", "customer", "part", "supplier", "nation", "region")) {
                in.put(p, "file://" + args[4] + "/" + p);
            }
            for (int i = 0; i < 4; i++) {
                for (String q : List.of("q1", "q6", "q12", "q3", "q5", "q14")) {
                    double c = cpu();
                    var r = app.run(new DriverRequest("query", q, in, ""), Duration.ofMinutes(2));
                    System.out.println(q + " " + r.seconds() + " s, cpu " + (cpu() - c) + " rows " + r.rows() + " "
                            + r.digest() + " tasks " + r.tasks().size());
                }
            }
        }
        memory(hdfs.pids());
        memory(spark.pids());
        memory(Map.of("driver", app.pid()));
        ProcessHandle.current()
                .descendants()
                .filter(p -> p.info().commandLine().orElse("").contains("CoarseGrained"))
                .forEach(p -> {
                    try {
                        memory(Map.of("executor", p.pid()));
                    } catch (Exception e) {
                        System.out.println(e);
                    }
                });
        app.close();
        spark.close();
        hdfs.close();
    }
}
