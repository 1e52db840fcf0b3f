// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.fairlead.testkit.ExampleJar;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command takes by their names the policies that a jar on its class path brings. */
final class PolicyFromAJarTest {
    @TempDir
    private static Path directory;

    private static CommandUnderTest fairlead;

    @BeforeAll
    static void buildTheExample() throws IOException, InterruptedException {
        fairlead = new CommandUnderTest(directory.resolve("testbeds"), ExampleJar.in(directory));
    }

    @Test
    void theListHasThemWithTheirKinds() throws Exception {
        String json = fairlead.succeed("list", "policies", "--json");
        String text = fairlead.succeed("list", "policies");

        List<String> kinds = new ArrayList<>();
        for (JsonNode each : new ObjectMapper().readTree(json).path("policies")) {
            assertThat(each.path("description").asText()).as(each.toString()).isNotBlank();
            if (each.path("name").asText().equals("example")) {
                kinds.add(each.path("kind").asText());
            }
        }
        assertThat(kinds).containsExactly("contender", "path selection", "placement policy", "task assigner");
        assertThat(text).containsPattern("example +path selection +the last path that is up");
    }

    @Test
    void jobsRunUnderThem() throws Exception {
        Path cluster = Files.writeString(directory.resolve("c.yaml"), """
                name: small
                topology:
                  tree: {racks: 2, hosts-per-rack: 2, host-link: 1gbit}
                framework: spark
                machines: {slots: 2, processors: 2, disks: 1, disk: 80MB/s}
                hdfs: {block-size: 64MiB, replication: 2}
                """);
        Path workload = Files.writeString(directory.resolve("w.jsonl"), """
                {"fairlead-workload":1,"name":"one job"}
                {"job":"a","submit_s":0,"stages":[{"tasks":4,"input":{"blocks":268435456},"output":{"files":268435456}}]}
                """);
        Path out = directory.resolve("jobs");

        String said = fairlead.succeed(
                "simulate",
                "jobs",
                "--cluster",
                cluster.toString(),
                "--workload",
                workload.toString(),
                "--policies",
                "stock,example,fairlead[placer=example],fairlead[assigner=example]",
                "--seeds",
                "1",
                "--out",
                out.toString());

        JsonNode policies =
                new ObjectMapper().readTree(out.resolve("report.json").toFile()).path("policies");
        assertThat(said).contains("fairlead[assigner=example]");
        for (JsonNode each : policies) {
            assertThat(each.path("jobs_ended").asInt()).as(each.toString()).isEqualTo(1);
        }
        JsonNode components = policies.path("example").path("components");
        assertThat(components.path("assigner").asText()).isEqualTo("example");
        assertThat(components.path("placer").asText()).isEqualTo("example");
        assertThat(components.path("selector").asText()).isEqualTo("bandwidth");
    }

    @Test
    void flowsTakeTheirPaths() throws Exception {
        // given two roots; the first has lost nearly all of its capacity
        Path topology = Files.writeString(
                directory.resolve("t.yaml"),
                "name: t\nmulti-rooted: {racks: 2, hosts-per-rack: 2, roots: 2, host-link: 8e6bit, uplink: 8e6bit}\n");
        Path flows = Files.writeString(directory.resolve("f.csv"), "id,src,dst,arrival_s,bytes\na,h1,h3,0,1e6\n");
        Path events = Files.writeString(directory.resolve("e.csv"), "at_s,link,bytes_per_s\n0,e1->c1,1e3\n");
        List<String> arguments = List.of(
                "simulate",
                "flows",
                "--topology",
                topology.toString(),
                "--flows",
                flows.toString(),
                "--events",
                events.toString(),
                "--out",
                directory.resolve("out.csv").toString(),
                "--paths");

        fairlead.succeed(with(arguments, "single"));
        assertThat(directory.resolve("out.csv")).content().contains("a,1000.0");
        fairlead.succeed(with(arguments, "example"));
        assertThat(directory.resolve("out.csv")).content().contains("a,1.0");

        CommandUnderTest.Outcome without =
                new CommandUnderTest(directory.resolve("testbeds")).run(with(arguments, "example"));
        assertThat(without.exitCode()).isEqualTo(2);
        assertThat(without.output()).contains("no path selection 'example'; accepted: single, ecmp");
    }

    private static String[] with(List<String> arguments, String path) {
        List<String> all = new ArrayList<>(arguments);
        all.add(path);
        return all.toArray(String[]::new);
    }
}
