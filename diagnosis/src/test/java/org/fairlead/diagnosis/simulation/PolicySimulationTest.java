// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.fairlead.diagnosis.MadeUpApplication;
import org.fairlead.diagnosis.MadeUpApplication.Done;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.replay.Schedule;
import org.fairlead.diagnosis.simulation.PolicyAnswer.Contender;
import org.fairlead.diagnosis.simulation.SimulationRequest.Network;
import org.fairlead.diagnosis.zones.Zones;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.policy.PolicySets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Applications again in the simulator, on the hosts of their logs. */
final class PolicySimulationTest {
    private static final Network GIGABIT = new Network(Optional.empty(), 125e6, 1);

    @TempDir
    private Path directory;

    /** Four hosts with two slots; 16 tasks write a shuffle, of which eight fetch an eighth each, from other hosts for the most part. */
    private static ApplicationLog shuffling(double bytesOfAMap, int reduceMillis) {
        return new MadeUpApplication(4, 2)
                .stage(
                        16,
                        (task, host) -> new Done(
                                new Task.Times(2000 + 100 * task, 2000 + 100 * task, 2000, 0, 0, 0, 0, 0),
                                new Task.Volumes(0, 0, 0, (float) bytesOfAMap, 0, 0)))
                .stage(
                        8,
                        (task, host) -> new Done(
                                new Task.Times(reduceMillis, reduceMillis, 1000, 0, 0, 0, 0, 0),
                                new Task.Volumes(0, (float) (1.5 * bytesOfAMap), (float) (0.5 * bytesOfAMap), 0, 0, 0)),
                        0)
                .log();
    }

    private static PolicyAnswer answer(
            ApplicationLog log, Network network, Optional<Path> background, String policies) {
        SimulationRequest request =
                new SimulationRequest(PolicySets.all(policies, Cluster.Framework.SPARK), background, network, 3);
        return new PolicySimulation(new Schedule(log), request, RunObserver.NONE).answer();
    }

    @Test
    void underStockAnApplicationTakesWhatItsLogSays() {
        PolicyAnswer answer = answer(shuffling(10e6, 3000), GIGABIT, Optional.empty(), "stock,fairlead");

        assertThat(answer.check().off()).isCloseTo(0, within(0.02));
        assertThat(answer.check().stagesOff()).isLessThan(0.02);
        assertThat(answer.setting().hosts()).isEqualTo(4);
        assertThat(answer.setting().slots()).isEqualTo(8);
        assertThat(answer.contenders()).extracting(Contender::policies).containsExactly("stock", "fairlead");
        assertThat(answer.contenders().get(0).millis()).isCloseTo(answer.check().loggedMillis(), within(1e-6));
        assertThat(answer.busiest().share()).isBetween(0.01, 1.0);
    }

    @Test
    void besideTrafficAFetchTakesLonger() throws IOException {
        Path traffic = Files.writeString(
                directory.resolve("traffic.yaml"), "background:\n  - {link: \"*->switch-all\", load: 90%}\n");

        PolicyAnswer answer = answer(shuffling(50e6, 4000), GIGABIT, Optional.of(traffic), "stock");

        Contender stock = answer.contenders().get(0);
        assertThat(answer.check().off()).isCloseTo(0, within(0.05));
        assertThat(stock.leastMillis()).isGreaterThan(1.2 * answer.check().loggedMillis());
        assertThat(stock.gains().get(0).label()).isEqualTo("1");
        assertThat(stock.gains().get(0).inputMillis())
                .isGreaterThan(2 * stock.gains().get(0).stockInputMillis());
    }

    @Test
    void loadsOfUnknownHostsAreRefusedWithTheirLine() throws IOException {
        Path traffic = Files.writeString(directory.resolve("traffic.yaml"), "background:\n  - {host: h9, load: 90%}\n");

        assertThatThrownBy(() -> answer(shuffling(50e6, 4000), GIGABIT, Optional.of(traffic), "stock"))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("traffic.yaml:2")
                .hasMessageContaining("no host 'h9'");
    }

    /** Half a minute for what the log says took 3 s. */
    @Test
    void whereLinksAreTooSlowForTheLogThereIsNoAnswer() {
        Network slow = new Network(Optional.empty(), 125e4, 1);

        PolicyAnswer answer = answer(shuffling(10e6, 3000), slow, Optional.empty(), "fairlead");

        assertThat(answer.check().holds()).isFalse();
        assertThat(answer.contenders()).isEmpty();
    }

    @Test
    void unlessSomebodySaysLinksAreUsualOnesThatTheLogFitsInto() {
        PolicyAnswer usual = answer(
                shuffling(10e6, 3000), new Network(Optional.empty(), Network.USUAL, 1), Optional.empty(), "stock");
        assertThat(usual.setting().linkBytesPerSecond()).isEqualTo(1.25e9);
        assertThat(usual.setting().linkIsAssumed()).isTrue();
        // Two tasks of a host fetch 6 GB in 3 s: 16 Gbit/s.
        PolicyAnswer faster = answer(
                shuffling(2e9, 3000), new Network(Optional.empty(), Network.USUAL, 1), Optional.empty(), "stock");
        assertThat(faster.setting().linkBytesPerSecond()).isEqualTo(25e9 / 8);
    }

    @Test
    void racksAreThoseOfTheFile() throws IOException {
        Path racks = Files.writeString(directory.resolve("racks.yaml"), "r1: [h0, h1]\nr2: [h2, h3]\n");
        Network network = new Network(Optional.of(Zones.read(racks)), 125e6, 2);

        PolicyAnswer answer = answer(shuffling(20e6, 4000), network, Optional.empty(), "stock,fairlead");

        assertThat(answer.setting().racks()).isEqualTo(2);
        assertThat(answer.setting().hostsWithoutRack()).isZero();
        assertThat(answer.check().holds()).isTrue();
    }

    @Test
    void hostsThatTheFileDoesNotNameAreCounted() throws IOException {
        Path racks = Files.writeString(directory.resolve("racks.yaml"), "r1: [h0, h1]\n");
        Network network = new Network(Optional.of(Zones.read(racks)), 125e6, 2);

        PolicyAnswer answer = answer(shuffling(20e6, 4000), network, Optional.empty(), "stock");

        assertThat(answer.setting().racks()).isEqualTo(2);
        assertThat(answer.setting().hostsWithoutRack()).isEqualTo(2);
    }

    @Test
    void inputIsPlacedOnTheHostsOnlyWhereTasksRanBesideIt() {
        Done reading =
                new Done(new Task.Times(3000, 3000, 1000, 0, 0, 0, 0, 0), new Task.Volumes(100e6f, 0, 0, 0, 0, 0));

        PolicyAnswer beside = answer(
                new MadeUpApplication(4, 2)
                        .besideInput()
                        .stage(320, (task, host) -> reading)
                        .log(),
                GIGABIT,
                Optional.empty(),
                "stock,fairlead");
        PolicyAnswer elsewhere = answer(
                new MadeUpApplication(4, 2).stage(32, (task, host) -> reading).log(),
                GIGABIT,
                Optional.empty(),
                "stock,fairlead");

        assertThat(beside.setting().inputOnHosts()).isTrue();
        assertThat(beside.check().holds()).isTrue();
        assertThat(elsewhere.setting().inputOnHosts()).isFalse();
        assertThat(elsewhere.busiest().share()).isZero();
        assertThat(elsewhere.contenders()).allSatisfy(each -> assertThat(each.millis())
                .isCloseTo(elsewhere.check().loggedMillis(), within(1.0)));
    }

    @Test
    void theSameLogGivesTheSameAnswer() {
        assertThat(answer(shuffling(10e6, 3000), GIGABIT, Optional.empty(), "stock,fairlead"))
                .isEqualTo(answer(shuffling(10e6, 3000), GIGABIT, Optional.empty(), "stock,fairlead"));
    }

    @Test
    void tasksOfEveryStageStandInTheWorkload() {
        LoggedWorkload workload = new LoggedWorkload(new Schedule(shuffling(10e6, 3000)));

        assertThat(workload.workload("h0").jobs().get(0).stages())
                .extracting(stage -> stage.tasks())
                .isEqualTo(List.of(1, 16, 1, 8));
    }
}
