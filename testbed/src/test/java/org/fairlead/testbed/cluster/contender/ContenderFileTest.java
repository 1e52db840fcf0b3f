// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster.contender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.testbed.cluster.ControllerKind;
import org.fairlead.testbed.cluster.contender.Contender.Engine;
import org.fairlead.testbed.cluster.contender.Contender.Role;
import org.fairlead.testbed.cluster.contender.Contender.Traffic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContenderFileTest {
    private static final Path SHIPPED = Path.of("..", "contenders").toAbsolutePath();

    @TempDir
    Path directory;

    /** What one has for Spark that the other has not, where HDFS is the same. */
    private static Map<String, String> differing(Contender contender, Contender from) {
        assertThat(contender.hdfsKey()).isEqualTo(from.hdfsKey());
        Map<String, String> more = new LinkedHashMap<>(contender.spark());
        more.entrySet().removeAll(from.spark().entrySet());
        return more;
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name + ".yaml"), text);
    }

    @Test
    void theJoinedProductHasOneControllerAndOneTopologyAndEachShowsItsOwnToken() {
        Contender joined = ContenderFile.read(SHIPPED.resolve("fairlead.yaml"));

        for (String each : List.of("controllers", "token.in.clear", "topology.file", "heartbeat.interval")) {
            assertThat(joined.spark().get("spark.fairlead." + each))
                    .as(each)
                    .isNotNull()
                    .isEqualTo(joined.hdfs().get("fairlead." + each));
        }
        assertThat(joined.hdfs())
                .containsEntry("fairlead.controller.bind", joined.hdfs().get("fairlead.controllers"));
        assertThat(joined.spark()).containsEntry("spark.fairlead.token.file", "${testbed.application.token.file}");
        assertThat(joined.hdfs())
                .containsEntry("fairlead.token.file", "${testbed.token.file}")
                .containsEntry("fairlead.agent.token.file", "${testbed.datanode.token.file}");
        assertThat(ControllerKind.of(joined))
                .as("a controller beside the NameNode's")
                .isEmpty();
    }

    @Test
    void theBestStockHasEverythingThatItsPartsHaveAndNothingOfOurs() {
        Contender best = ContenderFile.read(SHIPPED.resolve("stock-tuned.yaml"));

        for (String part : List.of("stock-hedged", "stock-slow-node")) {
            Contender contender = ContenderFile.read(SHIPPED.resolve(part + ".yaml"));
            assertThat(contender.hdfs()).isNotEmpty();
            assertThat(best.hdfs()).containsAllEntriesOf(contender.hdfs());
        }
        assertThat(best.hdfs().keySet()).allMatch(key -> key.startsWith("dfs."));
        assertThat(best.jars(Engine.HDFS)).isEmpty();
        assertThat(best.jars(Engine.SPARK)).isEmpty();
    }

    @Test
    void tasksAndPathsApartHaveThePathsOfFlowsAndTheTasksOfOursAlone() {
        Contender apart = ContenderFile.read(SHIPPED.resolve("tasks+flows.yaml"));
        Contender together = ContenderFile.read(SHIPPED.resolve("tasks-network.yaml"));
        Contender paths = ContenderFile.read(SHIPPED.resolve("flows.yaml"));

        assertThat(ControllerKind.of(apart)).isEqualTo(ControllerKind.of(paths));
        assertThat(differing(apart, together)).isEqualTo(Map.of("spark.fairlead.paths.together", "false"));
    }

    @Test
    void ratesAreAllThatFetchesWithRatesHaveBesides() {
        Contender rated = ContenderFile.read(SHIPPED.resolve("prefetch-rates.yaml"));
        Contender without = ContenderFile.read(SHIPPED.resolve("fairlead-prefetch.yaml"));

        assertThat(ControllerKind.of(rated)).containsExactly(ControllerKind.RATES);
        assertThat(ControllerKind.allotsRates(rated)).isTrue();
        assertThat(ControllerKind.allotsRates(without)).isFalse();
        assertThat(ControllerKind.RATES.plansPaths()).isFalse();
        assertThat(differing(rated, without)).containsOnlyKeys("spark.fairlead.controllers");
    }

    @Test
    void admissionIsAllThatBestEffortLacks() {
        Contender bestEffort = ContenderFile.read(SHIPPED.resolve("prefetch-best-effort.yaml"));
        Contender admitted = ContenderFile.read(SHIPPED.resolve("fairlead-prefetch.yaml"));

        assertThat(ControllerKind.of(bestEffort)).containsExactly(ControllerKind.BEST_EFFORT);
        assertThat(differing(bestEffort, admitted)).containsOnlyKeys("spark.fairlead.controllers");
    }

    @Test
    void anExtensionAddsAndOverrides() throws IOException {
        file("base", "name: base\nhdfs: {a: 1, b: 2}\njvm: {datanode: [-Da=1]}\n");
        Files.createFile(directory.resolve("policy.jar"));
        Contender contender = ContenderFile.read(file("ours", """
                name: ours
                extends: base
                traffic: decoy
                hdfs: {b: 3}
                spark: {spark.speculation: true}
                jars: {hdfs: [policy.jar]}
                jvm: {datanode: -Db=2}
                """));

        assertThat(contender.hdfs()).isEqualTo(Map.of("a", "1", "b", "3"));
        assertThat(contender.spark()).isEqualTo(Map.of("spark.speculation", "true"));
        assertThat(contender.traffic()).isEqualTo(Traffic.DECOY);
        assertThat(contender.jars(Engine.HDFS)).containsExactly(directory.resolve("policy.jar"));
        assertThat(contender.jvm(Role.DATANODE)).isEqualTo(List.of("-Da=1", "-Db=2"));
    }

    @Test
    void contendersThatDifferInTrafficAloneShareTheirClusters() throws IOException {
        Contender stock = ContenderFile.read(file("stock", "name: stock\n"));
        Contender quiet = ContenderFile.read(file("quiet", "name: quiet\nextends: stock\ntraffic: decoy\n"));

        assertThat(quiet.hdfsKey()).isEqualTo(stock.hdfsKey());
        assertThat(quiet.sparkKey("")).isEqualTo(stock.sparkKey(""));
    }

    @Test
    void whoOpensMultipathSocketsHasAClusterOfItsOwn() throws IOException {
        Contender stock = ContenderFile.read(SHIPPED.resolve("stock.yaml"));
        Contender multipath = ContenderFile.read(SHIPPED.resolve("mptcp.yaml"));
        Path wrong = file("quic", "name: quic\nsockets: quic\n");

        assertThat(stock.usesMultipathTcp()).isFalse();
        assertThat(stock.environment()).isEmpty();
        assertThat(stock.missing()).isEmpty();
        assertThat(multipath.usesMultipathTcp()).isTrue();
        assertThat(multipath.withSparkDefaults(Map.of("k", "v")).apart("again").usesMultipathTcp())
                .isTrue();
        assertThat(multipath.hdfsKey()).isNotEqualTo(stock.hdfsKey());
        assertThat(multipath.hdfs()).isEqualTo(stock.hdfs());
        assertThatThrownBy(() -> ContenderFile.read(wrong))
                .hasMessageContaining("quic.yaml:2: sockets: 'quic'; accepted: tcp, mptcp");
    }

    @Test
    void whoReadsLocalInputSharesStocksHdfsAndHasApplicationsOfItsOwn() throws IOException {
        Contender stock = ContenderFile.read(SHIPPED.resolve("stock.yaml"));
        Contender bound = ContenderFile.read(SHIPPED.resolve("bound-prefetch.yaml"));
        Path wrong = file("near", "name: near\ninput: near\n");

        assertThat(stock.readsLocalInput()).isFalse();
        assertThat(bound.readsLocalInput()).isTrue();
        assertThat(bound.withSparkDefaults(Map.of("k", "v")).apart("again").readsLocalInput())
                .isTrue();
        assertThat(bound.forApplication("first").readsLocalInput()).isTrue();
        assertThat(bound.spark()).isEqualTo(stock.spark());
        assertThat(bound.hdfsKey()).isEqualTo(stock.hdfsKey());
        assertThat(bound.sparkKey(""))
                .as("or stock's executors would be warmer than others'")
                .isNotEqualTo(stock.sparkKey(""));
        assertThatThrownBy(() -> ContenderFile.read(wrong))
                .hasMessageContaining("near.yaml:2: input: 'near'; accepted: stored, local");
    }

    @Test
    void anApplicationMayRunAsUnderAnotherContender() throws IOException {
        file("stock", "name: stock\n");
        Files.createFile(directory.resolve("ours.jar"));
        file(
                "ours",
                "name: ours\nextends: stock\nhdfs: {a: 1}\nspark: {k: v}\njars: {spark: [ours.jar]}\njvm: {driver: -Da=1}\n");
        Contender ours = ContenderFile.read(directory.resolve("ours.yaml"));
        Contender second =
                ContenderFile.read(file("second", "name: second\nextends: ours\napplications: {first: stock}\n"));

        assertThat(second.forApplication("first").spark()).isEqualTo(Map.of("spark.scheduler.mode", "FAIR"));
        assertThat(second.forApplication("first").jars(Engine.SPARK)).isEmpty();
        assertThat(second.forApplication("first").jvm(Role.DRIVER)).isEmpty();
        assertThat(second.forApplication("first").hdfs()).isEqualTo(Map.of("a", "1"));
        assertThat(second.sparkKey("second")).isEqualTo(ours.sparkKey("second"));
        assertThat(second.sparkKey("first")).isNotEqualTo(ours.sparkKey("first"));
        assertThat(ours.sparkKey("first")).isNotEqualTo(ours.sparkKey("second"));
    }

    @Test
    void errorsNameTheirPlace() throws IOException {
        Path unknown = file("a", "name: a\nhdsf: {x: 1}\n");
        assertThatThrownBy(() -> ContenderFile.read(unknown))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("a.yaml:2: hdsf: unknown key");
        Path missing = file("b", "name: b\nextends: nobody\n");
        assertThatThrownBy(() -> ContenderFile.read(missing)).hasMessageContaining("b.yaml:2: extends: there is no");
        file("c", "name: c\nextends: d\n");
        Path circle = file("d", "name: d\nextends: c\n");
        assertThatThrownBy(() -> ContenderFile.read(circle)).hasMessageContaining("extends itself");
        Path misnamed = file("e", "name: f\n");
        assertThatThrownBy(() -> ContenderFile.read(misnamed)).hasMessageContaining("does not match the file's name");
        Path noJar = file("g", "name: g\njars: {spark: [none.jar]}\n");
        assertThatThrownBy(() -> ContenderFile.read(noJar)).hasMessageContaining("no readable jar");
        Path nobody = file("h", "name: h\napplications: {first: nobody}\n");
        assertThatThrownBy(() -> ContenderFile.read(nobody))
                .hasMessageContaining("h.yaml:2: applications.first: there is no contender file");
        Path itself = file("i", "name: i\napplications: {first: i}\n");
        assertThatThrownBy(() -> ContenderFile.read(itself)).hasMessageContaining("i.yaml:2: applications.first: ");
    }

    @Test
    void shippedContendersAreValid() {
        Path contenders = Path.of("..", "contenders");

        assertThat(ContenderFile.read(contenders.resolve("stock.yaml")).hdfs()).isEmpty();
        assertThat(ContenderFile.read(contenders.resolve("stock-no-traffic.yaml"))
                        .traffic())
                .isEqualTo(Traffic.DECOY);
        assertThat(ContenderFile.read(contenders.resolve("stock-tuned.yaml")).spark())
                .containsEntry("spark.speculation", "true");
    }
}
