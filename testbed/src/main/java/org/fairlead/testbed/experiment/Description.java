// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.fairlead.testbed.cluster.ClusterLayout;
import org.fairlead.testbed.cluster.Versions;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.network.Fabric;

/** What a report says of the scenario and of the machine. */
final class Description {
    private Description() {}

    static Map<String, Object> of(Scenario scenario, String command, TrafficPoint point, ClusterLayout layout) {
        Map<String, Object> text = new LinkedHashMap<>();
        text.put("name", point.name().isEmpty() ? scenario.name() : scenario.name() + ", " + point.name());
        text.put("description", scenario.description());
        text.put("file", scenario.file().toString());
        text.put("seed", scenario.seed());
        text.put("command", command);
        text.put("repetitions", scenario.repetitions());
        text.put("topology", scenario.topology().toString());
        text.put("queueing", scenario.queueing().text());
        text.put("congestion_control", scenario.congestionControl());
        text.put("name_node", layout.nameNode());
        text.put("data_nodes", layout.dataNodes());
        text.put("spark_workers", layout.workers());
        text.put("spark_driver", layout.driver());
        text.put(
                "traffic",
                point.traffic().flows().stream().map(Object::toString).toList());
        text.put("slow", point.slow().stream().map(Object::toString).toList());
        text.put("settle_seconds", scenario.settle().toMillis() / 1000.0);
        if (scenario.hasObjectStore()) {
            layout.objectStore().ifPresent(host -> text.put("object_store", host));
            text.put(
                    "object_latency_seconds", scenario.objectService().latency().toNanos() / 1e9);
            if (scenario.objectService().hasRate()) {
                text.put(
                        "object_answer_bytes_per_second",
                        scenario.objectService().bytesPerSecond());
            }
        }
        text.put("heartbeat_seconds", scenario.heartbeat().toMillis() / 1000.0);
        text.put("workload", scenario.workload().stream().map(Object::toString).toList());
        Map<String, Object> contenders = new LinkedHashMap<>();
        scenario.contenders().forEach(contender -> contenders.put(contender.name(), of(contender)));
        text.put("contenders", contenders);
        text.put("aa_apart", scenario.aaApart());
        text.put("warm_ups", scenario.warmUps());
        text.put("warm_up_traffic", scenario.warmUpTraffic());
        text.put("cpu_limit", scenario.cpuLimit());
        text.put("cpu_gate", scenario.cpuGate().text());
        scenario.timeBudget().ifPresent(budget -> text.put("time_budget_seconds", budget.toMillis() / 1000.0));
        return text;
    }

    private static Map<String, Object> of(Contender contender) {
        Map<String, Object> text = new LinkedHashMap<>();
        text.put("description", contender.description());
        text.put("traffic", contender.traffic().name().toLowerCase(Locale.ROOT));
        text.put("input", contender.input().name().toLowerCase(Locale.ROOT));
        text.put("hdfs", contender.hdfs());
        text.put("core", contender.core());
        text.put("spark", contender.spark());
        Map<String, String> applications = new TreeMap<>();
        contender.applications().forEach((name, like) -> applications.put(name, like.name()));
        text.put("applications", applications);
        return text;
    }

    static Map<String, Object> ofMachine(Versions versions) {
        Map<String, Object> text = new LinkedHashMap<>();
        text.put("hadoop", versions.hadoop());
        text.put("spark", versions.spark());
        text.put("java", System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
        text.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        text.put("ecmp_hash_seed_per_switch", Fabric.hasHashSeeds());
        text.put("processors", Runtime.getRuntime().availableProcessors());
        text.put("processor", first("/proc/cpuinfo", "model name"));
        text.put("memory", first("/proc/meminfo", "MemTotal"));
        return text;
    }

    private static String first(String file, String key) {
        try (Stream<String> lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.startsWith(key))
                    .map(line -> List.of(line.split(":", 2)).get(1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }
}
