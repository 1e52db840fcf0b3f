// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import org.fairlead.diagnosis.MadeUpApplication;
import org.fairlead.diagnosis.MadeUpApplication.Done;
import org.fairlead.diagnosis.analysis.Analyst;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.verdict.NamedCause.Kind;
import org.fairlead.diagnosis.zones.ZoneTraffic;
import org.fairlead.sim.engine.RunObserver;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cause is named with its place; where there is none, none is. */
@Tag("long")
final class VerdictTest {
    private static final int APPLICATIONS = 100;
    private static final int PAIRS = 2;
    private static final int MAPS = 48;
    private static final int REDUCES = 36;

    @TempDir
    private Path directory;

    private MadeUpCluster cluster(long seed, double spread) {
        return new MadeUpCluster(seed, directory, spread);
    }

    private static Verdict ofLog(ApplicationLog log) {
        return Analyst.diagnose(log, ZoneTraffic.NONE, Optional.empty(), RunObserver.NONE)
                .verdict();
    }

    /** One in twenty is allowed. */
    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.8})
    void whereAllHostsAreAlikeAlmostNeverIsOneNamed(double spread) throws IOException {
        int alarms = 0;
        for (int i = 0; i < APPLICATIONS; i++) {
            alarms += cluster(i, spread)
                            .stages(PAIRS, MAPS, REDUCES)
                            .verdict()
                            .causes()
                            .isEmpty()
                    ? 0
                    : 1;
        }

        assertThat(alarms).as("of " + APPLICATIONS).isLessThanOrEqualTo(APPLICATIONS / 20);
    }

    /** One in twenty is allowed, also by the log alone. */
    @Test
    void byALogAloneAlmostNeverIsAHostNamedWhereAllAreAlike() throws IOException {
        int alarms = 0;
        for (int i = 0; i < APPLICATIONS; i++) {
            alarms += cluster(i, 0.8)
                            .stages(PAIRS, MAPS, REDUCES)
                            .verdictOfLog()
                            .causes()
                            .isEmpty()
                    ? 0
                    : 1;
        }

        assertThat(alarms).as("of " + APPLICATIONS).isLessThanOrEqualTo(APPLICATIONS / 20);
    }

    private void isNamed(MadeUpCluster cluster, Kind kind, String place) throws IOException {
        assertThat(cluster.stages(PAIRS, MAPS, REDUCES).verdict().first()).hasValueSatisfying(cause -> {
            assertThat(cause.kind()).isEqualTo(kind);
            assertThat(cause.place()).isEqualTo(place);
            assertThat(cause.saves()).isBetween(0.1, 0.95).isBetween(cause.savesLeast(), cause.savesMost());
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aSlowDiskIsNamed(long seed) throws IOException {
        isNamed(cluster(seed, 0.3).slowDisk(3, 15), Kind.DISK, "h3");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aSlowLinkIsNamed(long seed) throws IOException {
        isNamed(cluster(seed, 0.3).slowLink(2, 6), Kind.LINK, "h2");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theSlowLinkOfARackIsNamed(long seed) throws IOException {
        isNamed(cluster(seed, 0.3).slowRack(1, 6), Kind.RACK_LINK, "r1");
    }

    /** Whoever reads on a slow processor, or from one, waits longer, too. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aSlowProcessorIsNamedAndNotItsDisk(long seed) throws IOException {
        isNamed(cluster(seed, 0.3).slowProcessor(4, 5), Kind.PROCESSOR, "h4");
    }

    /** Requests of tasks behind the link take longer, their own work does not. Of few tasks a log alone tells less. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void byALogAloneTheSlowLinkOfAHostOrRackIsNamed(long seed) throws IOException {
        Verdict host = cluster(seed, 0.3)
                .slowLink(2, 6)
                .stages(PAIRS, MAPS, 2 * REDUCES)
                .verdictOfLog();
        Verdict rack = cluster(seed, 0.3)
                .slowRack(1, 6)
                .stages(PAIRS, MAPS, 2 * REDUCES)
                .verdictOfLog();

        assertThat(host.causes()).extracting(NamedCause::words).containsExactly("the link of h2");
        assertThat(rack.causes())
                .extracting(NamedCause::words)
                .containsExactly("the link between the others and rack r1");
    }

    /** Copies elsewhere end first, so that none of its tasks ends well. */
    @Test
    void aSlowProcessorIsNamedThoughCopiesOvertakeItsTasks() {
        Random random = new Random(3);
        MadeUpApplication application = new MadeUpApplication(10, 4).copiedAfter(1600);
        for (int stage = 0; stage < 20; stage++) {
            application.stage(40, (task, host) -> {
                int millis = (int) (1000 * Math.exp(0.1 * random.nextGaussian()) * (host == 3 ? 4 : 1));
                return times(millis, millis, 0, 0);
            });
        }

        assertThat(ofLog(application.log()).first()).hasValueSatisfying(cause -> {
            assertThat(cause.words()).isEqualTo("the processor of h3");
            assertThat(cause.saves()).isBetween(0.3, 0.7);
        });
    }

    /** Not its processor, since its tasks read what nobody saw; not its link, since they fetch nothing. */
    @Test
    void aHostThatIsSlowForAReasonThatNobodySawIsNamedWithoutWhatOfIt() {
        ApplicationLog log = new MadeUpApplication(3, 1)
                .stage(90, (task, host) -> times(host == 2 ? 3000 : 1000, 300, 0, 1e6))
                .log();

        assertThat(ofLog(log).first()).hasValueSatisfying(cause -> {
            assertThat(cause.words()).isEqualTo("the processor, disk or link of h2");
            assertThat(cause.saves()).isBetween(0.15, 0.3);
        });
    }

    /** A slow host has few tasks, and a log alone says little of them. */
    @Test
    void aLogAloneNamesNoMoreThanTheHostOfADiskAndNothingElseThanTheProcessor() throws IOException {
        Verdict processor =
                cluster(1, 0.3).slowProcessor(4, 6).stages(PAIRS, MAPS, REDUCES).verdictOfLog();
        Verdict disk =
                cluster(1, 0.3).slowDisk(4, 40).stages(PAIRS, MAPS, REDUCES).verdictOfLog();

        assertThat(processor.causes()).extracting(NamedCause::words).isSubsetOf("the processor of h4");
        assertThat(disk.causes()).extracting(NamedCause::words).isSubsetOf("the processor, disk or link of h4");
    }

    private static Done times(int millis, int computing, int garbage, double bytes) {
        return new Done(
                new Task.Times(millis, millis, computing, garbage, 0, 0, 0, 0),
                new Task.Volumes((float) bytes, 0, 0, 0, 0, 0));
    }

    @Test
    void garbageCollectionIsWeighedByAReplayWithoutIt() {
        ApplicationLog log = new MadeUpApplication(4, 1)
                .stage(40, (task, host) -> times(1000, 700, 300, 1e6))
                .log();

        assertThat(ofLog(log).causes()).singleElement().satisfies(cause -> {
            assertThat(cause.words()).isEqualTo("garbage collection");
            assertThat(cause.saves()).isCloseTo(0.3, within(0.02));
        });
    }

    /** Tasks of 10 s are held up for 2 s, one for 52; its copy runs from 15 s to 25 s. Without pauses all take 8 s. */
    @Test
    void whatACopyWasLaunchedForCanBeGarbageCollection() {
        ApplicationLog log = new MadeUpApplication(10, 1)
                .copiedAfter(15_000)
                .stage(10, (task, host) -> host == 9 ? times(60_000, 8000, 52_000, 0) : times(10_000, 8000, 2000, 0))
                .log();

        assertThat(ofLog(log).causes()).singleElement().satisfies(cause -> {
            assertThat(cause.words()).isEqualTo("garbage collection");
            assertThat(cause.saves()).isCloseTo(0.68, within(0.02));
        });
    }

    @Test
    void aTaskWithMostOfTheDataIsSkew() {
        ApplicationLog log = new MadeUpApplication(4, 1)
                .stage(16, (task, host) -> task == 3 ? times(20_000, 20_000, 0, 200e6) : times(1000, 1000, 0, 10e6))
                .log();

        assertThat(ofLog(log).first()).hasValueSatisfying(cause -> {
            assertThat(cause.kind()).isEqualTo(Kind.SKEW);
            assertThat(cause.saves()).isBetween(0.5, 0.7);
        });
    }

    /** Nine tasks take 5 s, one takes 20, and 60 on its own host; its copy runs from 15 s to 35 s. All alike take 6.5 s. */
    @Test
    void aTaskWithMostOfTheDataIsSkewThoughItsCopyEndedFirst() {
        ApplicationLog log = new MadeUpApplication(10, 1)
                .copiedAfter(15_000)
                .stage(10, (task, host) -> {
                    int millis = host == 9 ? 60_000 : task == 9 ? 20_000 : 5000;
                    return times(millis, millis, 0, task == 9 ? 200e6 : 10e6);
                })
                .log();

        assertThat(ofLog(log).first()).hasValueSatisfying(cause -> {
            assertThat(cause.kind()).isEqualTo(Kind.SKEW);
            assertThat(cause.saves()).isCloseTo(0.81, within(0.02));
        });
    }

    @Test
    void twoTasksOnSixSlotsAreTooFew() {
        ApplicationLog log = new MadeUpApplication(6, 1)
                .stage(60, (task, host) -> times(100, 100, 0, 1e6))
                .stage(2, (task, host) -> times(9000, 9000, 0, 60e6), 0)
                .log();

        assertThat(ofLog(log).first()).hasValueSatisfying(cause -> {
            assertThat(cause.kind()).isEqualTo(Kind.TOO_FEW_TASKS);
            assertThat(cause.saves()).isCloseTo(0.6, within(0.03));
        });
    }

    /** One by one they would seem to save nine tenths: (10 - 6) and (20 - 6) of 20 s. */
    @Test
    void stagesAtTheSameTimeDoNotSaveTheSameSlotsTwice() {
        MadeUpApplication application =
                new MadeUpApplication(100, 1).stage(200, (task, host) -> times(100, 100, 0, 1e6));
        application.stage(60, (task, host) -> times(10_000, 10_000, 0, 60e6), 0);
        application.together().stage(60, (task, host) -> times(10_000, 10_000, 0, 60e6), 0);

        assertThat(ofLog(application.log()).first()).hasValueSatisfying(cause -> {
            assertThat(cause.kind()).isEqualTo(Kind.TOO_FEW_TASKS);
            assertThat(cause.saves()).isCloseTo(0.4, within(0.02));
        });
    }

    /** What executors do once, they do once in however many tasks. */
    @Test
    void tasksThatWarmUpAreNotTooFew() {
        ApplicationLog log = new MadeUpApplication(6, 1)
                .stage(2, (task, host) -> times(9000, 9000, 0, 60e6))
                .stage(60, (task, host) -> times(100, 100, 0, 1e6), 0)
                .log();

        assertThat(ofLog(log).causes()).isEmpty();
    }

    /** Halved, they would take less than it takes to launch them. */
    @Test
    void shortTasksAreNotTooFew() {
        ApplicationLog log = new MadeUpApplication(6, 1)
                .stage(6, (task, host) -> times(100, 100, 0, 1e6))
                .stage(1, (task, host) -> times(300, 300, 0, 1e6), 0)
                .log();

        assertThat(ofLog(log).causes()).isEmpty();
    }
}
