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
import org.fairlead.diagnosis.replay.Scenario;
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
        return answer(log, network, background, policies, ClusterChange.NONE);
    }

    private static PolicyAnswer answer(
            ApplicationLog log, Network network, Optional<Path> background, String policies, ClusterChange change) {
        SimulationRequest request = new SimulationRequest(
                PolicySets.all(policies, Cluster.Framework.SPARK), background, network, 3, change);
        return new PolicySimulation(new Schedule(log), request, RunObserver.NONE).answer();
    }

    private static ClusterChange executors(int count) {
        return new ClusterChange(1, Scenario.NO_HOST, count);
    }

    private static ClusterChange without(String host) {
        return new ClusterChange(1, host, Scenario.AS_LOGGED);
    }

    private static ClusterChange links(double times) {
        return new ClusterChange(times, Scenario.NO_HOST, Scenario.AS_LOGGED);
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
    void eachPolicyRunsAloneThenOnTheChangedCluster() {
        PolicyAnswer alone = answer(shuffling(10e6, 3000), GIGABIT, Optional.empty(), "stock,fairlead");

        PolicyAnswer both = answer(shuffling(10e6, 3000), GIGABIT, Optional.empty(), "stock,fairlead", executors(2));

        assertThat(both.contenders())
                .extracting(Contender::policies)
                .containsExactly("stock", "fairlead", "stock", "fairlead");
        assertThat(both.contenders().subList(0, 2)).isEqualTo(alone.contenders());
        assertThat(both.contenders().subList(2, 4))
                .allSatisfy(each -> assertThat(each.change()).isEqualTo(executors(2)));
        assertThat(both.setting()).isEqualTo(alone.setting());
        assertThat(both.check()).isEqualTo(alone.check());
    }

    @Test
    void onLinksTenTimesAsFastFetchingTakesNearlyNoTime() {
        PolicyAnswer answer = answer(shuffling(100e6, 4000), GIGABIT, Optional.empty(), "stock", links(10));

        Contender faster = answer.contenders().get(1);
        double fetching = answer.fetching().simulatedMillis() / 8;
        assertThat(answer.check().holds()).isTrue();
        assertThat(faster.gains().get(0).label()).isEqualTo("1");
        assertThat(faster.gains().get(0).inputMillis())
                .isLessThan(0.2 * faster.gains().get(0).stockInputMillis());
        assertThat(faster.millis()).isLessThan(answer.check().loggedMillis() - 0.5 * fetching);
    }

    @Test
    void whatOthersSendDoesNotGrowWithTheLinks() throws IOException {
        Path traffic = Files.writeString(
                directory.resolve("traffic.yaml"), "background:\n  - {link: \"*->switch-all\", load: 90%}\n");

        PolicyAnswer answer = answer(shuffling(50e6, 4000), GIGABIT, Optional.of(traffic), "stock", links(10));

        // Of links ten times as fast nine tenths of one are taken: more is left than there ever was.
        assertThat(answer.contenders().get(0).millis())
                .isGreaterThan(1.2 * answer.check().loggedMillis());
        assertThat(answer.contenders().get(1).millis())
                .isLessThan(1.02 * answer.check().loggedMillis());
    }

    /** Sixteen tasks of 2 s on eight slots take 4 s; on four slots 8 s, on sixteen 2 s. */
    @Test
    void executorsAreTheFirstOfTheLogOrEachSeveralTimes() {
        ApplicationLog log = new MadeUpApplication(4, 2)
                .stage(16, (task, host) -> MadeUpApplication.computing(2000, 0))
                .log();

        assertThat(changed(log, executors(2)).millis()).isCloseTo(8000, within(400.0));
        assertThat(changed(log, executors(4)).millis()).isCloseTo(4000, within(200.0));
        assertThat(changed(log, executors(8)).millis()).isCloseTo(2000, within(200.0));
        assertThat(changed(log, executors(100_000)).millis()).isCloseTo(2000, within(200.0));
    }

    private static Contender changed(ApplicationLog log, ClusterChange change) {
        PolicyAnswer answer = answer(log, GIGABIT, Optional.empty(), "stock", change);
        assertThat(answer.check().holds()).isTrue();
        return answer.contenders().get(1);
    }

    /** 240 s of work on three slots; with their own times some 24 tasks of the slow host would take another 48 s. */
    @Test
    void withoutASlowHostItsTasksTakeWhatOthersDo() {
        ApplicationLog log = new MadeUpApplication(4, 1)
                .stage(240, (task, host) -> MadeUpApplication.computing(host == 3 ? 3000 : 1000, 0))
                .log();

        assertThat(changed(log, without("h3")).millis()).isCloseTo(80_000, within(3000.0));
    }

    @Test
    void ofAHostThatIsNotThereNothingIsRead() {
        Done reading =
                new Done(new Task.Times(3000, 3000, 1000, 0, 0, 0, 0, 0), new Task.Volumes(100e6f, 0, 0, 0, 0, 0));
        ApplicationLog log = new MadeUpApplication(2, 2)
                .besideInput()
                .stage(80, (task, host) -> reading)
                .log();

        Contender alone = changed(log, without("h0"));

        // One host is left, and all input on it.
        assertThat(alone.far()).isZero();
        assertThat(alone.millis()).isCloseTo(120_000, within(6000.0));
    }

    @Test
    void whereNoSlotIsLeftItWouldNeverEnd() {
        ApplicationLog log = new MadeUpApplication(1, 2)
                .stage(4, (task, host) -> MadeUpApplication.computing(1000, 0))
                .log();

        Contender never = changed(log, without("h0"));

        assertThat(never.millis()).isNaN();
        assertThat(never.gains()).isEmpty();
        assertThatThrownBy(() -> changed(log, without("h9")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no task ran on a host 'h9'; tasks ran on h0");
    }

    @Test
    void whatIsOtherwiseIsSaidInWords() {
        assertThat(new ClusterChange(2, "w13", Scenario.AS_LOGGED).words())
                .isEqualTo("with links 2 times as fast and without w13");
        assertThat(new ClusterChange(1.5, "w13", 4).words())
                .isEqualTo("with links 1.50 times as fast, without w13 and with 4 executors");
        assertThat(executors(1).words()).isEqualTo("with 1 executor");
        assertThat(ClusterChange.NONE.words()).isEmpty();
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
