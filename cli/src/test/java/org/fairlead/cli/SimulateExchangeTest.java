// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** {@code simulate jobs --exchange}: one contender for each way, and the one line with which it refuses. */
final class SimulateExchangeTest {
    private static final String WORKLOAD = """
            {"fairlead-workload":1,"name":"a skewed shuffle"}
            {"job":"a","submit_s":0,"stages":[{"tasks":4,"input":{"blocks":268435456},"output":{"shuffle":268435456}},\
            {"tasks":4,"input":{"shuffle":[9,1,1,1]},"parents":[0]}]}
            """;

    @TempDir
    private Path directory;

    private Path workload;

    private record Outcome(int exitCode, String output, String error) {}

    @BeforeEach
    void aSkewedShuffle() throws IOException {
        workload = Files.writeString(directory.resolve("w.jsonl"), WORKLOAD);
    }

    private Outcome run(String framework, String... more) throws IOException {
        Path cluster = Files.writeString(directory.resolve("c.yaml"), """
                name: small
                topology:
                  tree: {racks: 1, hosts-per-rack: 4, host-link: 1gbit}
                framework: %s
                machines: {%s, processors: 2, disks: 1, disk: 40MB/s}
                hdfs: {block-size: 64MiB, replication: 1}
                """.formatted(
                        framework, framework.equals("spark") ? "slots: 2" : "map-slots: 2, reduce-slots: 1"));
        List<String> arguments = new ArrayList<>(List.of(
                "simulate",
                "jobs",
                "--cluster",
                cluster.toString(),
                "--workload",
                workload.toString(),
                "--seeds",
                "1",
                "--out",
                directory.resolve("out").toString()));
        arguments.addAll(List.of(more));
        StringWriter output = new StringWriter();
        StringWriter error = new StringWriter();
        CommandLine command =
                Main.commandLine().setOut(new PrintWriter(output, true)).setErr(new PrintWriter(error, true));
        int exitCode = command.execute(arguments.toArray(String[]::new));
        return new Outcome(exitCode, output.toString(), error.toString());
    }

    private JsonNode contenders() throws IOException {
        return new ObjectMapper()
                .readTree(directory.resolve("out/report.json").toFile())
                .path("policies");
    }

    @Test
    void eachWayIsAContender() throws IOException {
        Outcome outcome = run(
                "spark",
                "--exchange",
                "stock,csa,dsa,dsa-sms,fairlead,clairvoyant",
                "--exchange-memory",
                "64MiB",
                "--exchange-store",
                "200MB/s");

        assertThat(outcome.exitCode()).as(outcome.error()).isZero();
        assertThat(outcome.output()).contains("Where blocks of shuffles lay until they were read");
        for (String name : new String[] {"csa", "dsa", "dsa-sms", "fairlead", "clairvoyant"}) {
            JsonNode of = contenders().path(name);
            JsonNode exchanges = of.path("exchanges");
            double placed = 0;
            for (String place : new String[] {"owners_memory", "senders_memory", "others_memory", "disks", "store"}) {
                placed += exchanges.path("bytes_" + place).asDouble();
            }
            assertThat(of.path("components").path("exchange").asText()).isEqualTo(name);
            assertThat(of.path("components").path("exchange_memory_bytes").asLong())
                    .isEqualTo(64 << 20);
            assertThat(exchanges.path("exchanged").asInt()).as(name).isEqualTo(1);
            assertThat(placed).as(name).isCloseTo(268435456, within(16.0));
        }
        assertThat(contenders()
                        .path("stock")
                        .path("exchanges")
                        .path("exchanged")
                        .asInt())
                .isZero();
    }

    @Test
    void copiesWhileMapsRunAreAContenderThatLeavesOneWaveToStock() throws IOException {
        Outcome outcome = run("spark", "--exchange", "stock,copies");

        assertThat(outcome.exitCode()).as(outcome.error()).isZero();
        JsonNode copies = contenders().path("copies");
        assertThat(copies.path("components").path("exchange").asText()).isEqualTo("copies");
        assertThat(copies.path("exchanges").path("exchanged").asInt()).isZero();
        assertThat(copies.path("exchanges").path("left_to_stock").asInt()).isEqualTo(1);
    }

    @Test
    void eachOfThePoliciesMeetsEachExchange() throws IOException {
        Outcome outcome =
                run("spark", "--policies", "stock,fairlead", "--exchange", "stock,dsa", "--baseline", "stock/stock");

        assertThat(outcome.exitCode()).as(outcome.error()).isZero();
        List<String> names = new ArrayList<>();
        contenders().fieldNames().forEachRemaining(names::add);
        assertThat(names).containsExactly("stock/stock", "stock/dsa", "fairlead/stock", "fairlead/dsa");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "spark|--exchange|dsa,cas|--exchange: there is no 'cas'; did you mean 'csa'? accepted: none, stock, copies, csa, dsa",
                "spark|--exchange|dsa,dsa|--exchange: 'dsa' is there twice",
                "hadoop|--exchange|dsa|--exchange dsa: exchanges are simulated of Spark only",
                "spark|--exchange-memory|1MiB|give --policies, or --exchange, or both",
            })
    void whatIsWrongIsOneLine(String framework, String option, String value, String error) throws IOException {
        Outcome outcome = run(framework, option, value);

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.error()).contains(error);
        assertThat(outcome.error().strip().lines().count()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--exchange-memory|0|--exchange-memory: '0' is not a size above 0, such as 256MiB",
                "--exchange-memory|much|--exchange-memory: ",
                "--exchange-store|0|--exchange-store: '0' must be above 0",
            })
    void aWrongSizeOrRateIsOneLine(String option, String value, String error) throws IOException {
        Outcome outcome = run("spark", "--exchange", "dsa", option, value);

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.error()).contains(error);
    }

    @Test
    void memoryWithoutAnExchangeIsRefused() throws IOException {
        Outcome outcome = run("spark", "--policies", "stock", "--exchange-memory", "1MiB");

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.error()).contains("--exchange-memory says nothing without --exchange");
    }

    @Test
    void aVariationTakesThemToo() throws IOException {
        Outcome outcome = run(
                "spark",
                "--policies",
                "stock[exchange=dsa-sms;exchange-memory=64MiB;exchange-store=200MB/s],stock[exchange=cas]");
        Outcome right = run("spark", "--policies", "stock[exchange=dsa-sms;exchange-memory=64MiB]");

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.error()).contains("stock[exchange=cas]: exchange: there is no 'cas'");
        assertThat(right.exitCode()).as(right.error()).isZero();
    }
}
