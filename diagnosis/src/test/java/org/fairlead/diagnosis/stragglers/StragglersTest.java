// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.stragglers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.fairlead.diagnosis.MadeUpApplication;
import org.fairlead.diagnosis.attribution.Part;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.replay.Replay;
import org.fairlead.diagnosis.replay.Scenario;
import org.fairlead.diagnosis.replay.Schedule;
import org.fairlead.diagnosis.replay.Steps;
import org.fairlead.sim.engine.RunObserver;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Slow hosts are named; where there is none, almost never is one; what they cost is within the interval. */
@Tag("long")
final class StragglersTest {
    private static final int APPLICATIONS = 400;

    private static List<Straggler> find(ApplicationLog log) {
        Schedule schedule = new Schedule(log);
        double baseline = Replay.of(schedule, Scenario.of(schedule.durations())).total();
        return new Stragglers(schedule).find(baseline, baseline, new Steps(RunObserver.NONE, 0));
    }

    /**
     * Log-normal times, sizes that differ by a factor of up to eight, a first stage that takes longer as executors warm up.
     *
     * @param shared by how much all tasks of a host in a stage take longer or shorter at most, as a share: what nobody would call slow
     */
    private static ApplicationLog alike(
            Random random, int hosts, int stages, int tasksPerHost, double spread, double shared) {
        MadeUpApplication application = new MadeUpApplication(hosts, 2);
        for (int stage = 0; stage < stages; stage++) {
            boolean cold = stage == 0;
            double[] meanwhile = random.doubles(hosts)
                    .map(share -> 1 + shared * (2 * share - 1))
                    .toArray();
            application.stage(hosts * tasksPerHost, (task, host) -> {
                double bytes = 1e6 * (1 + 7 * random.nextDouble());
                double millis = (200 + bytes / 5e3) * meanwhile[host] * Math.exp(spread * random.nextGaussian());
                return MadeUpApplication.computing((int) (millis * (cold ? 3 : 1)), bytes);
            });
        }
        return application.log();
    }

    /** One in twenty is allowed. */
    @ParameterizedTest
    @CsvSource({"12, 6, 8, 0.3, 0", "5, 30, 4, 0.8, 0", "30, 3, 3, 0.5, 0", "12, 6, 8, 0.3, 0.05"})
    void whereAllHostsAreAlikeAlmostNeverIsOneNamed(int hosts, int stages, int tasks, double spread, double shared) {
        Random random = new Random(7);
        int alarms = 0;
        for (int i = 0; i < APPLICATIONS; i++) {
            alarms += find(alike(random, hosts, stages, tasks, spread, shared)).isEmpty() ? 0 : 1;
        }

        assertThat(alarms).as("of " + APPLICATIONS).isLessThanOrEqualTo(APPLICATIONS / 20);
    }

    /** The same of the test alone, however little slower a host would be. */
    @Test
    void theProbabilitiesThemselvesRaiseNoMoreAlarmsThanTheyPromise() {
        Random random = new Random(11);
        int alarms = 0;
        for (int i = 0; i < 1000; i++) {
            double[] chances = new double[10];
            for (int host = 0; host < chances.length; host++) {
                RankSum.Joined joined = new RankSum.Joined();
                for (int stage = 0; stage < 5; stage++) {
                    double[] values = random.doubles(20).toArray();
                    int[] groups = new int[20];
                    groups[0] = 1;
                    groups[7] = 1;
                    groups[9] = 1;
                    joined.add(RankSum.of(values, groups, 2)[1]);
                }
                chances[host] = joined.chance();
            }
            for (double each : Holm.adjusted(chances)) {
                if (each <= 0.05) {
                    alarms++;
                    break;
                }
            }
        }

        assertThat(alarms).isLessThanOrEqualTo(70);
    }

    private static ApplicationLog oneSlow(Random random, double factor, int stages, int tasks) {
        MadeUpApplication application = new MadeUpApplication(10, 2);
        for (int stage = 0; stage < stages; stage++) {
            application.stage(tasks, (task, host) -> {
                double base = 1000 * Math.exp(0.2 * random.nextGaussian());
                int total = (int) (base * (host == 3 ? factor : 1));
                return new MadeUpApplication.Done(
                        new Task.Times(total, total, (float) (base / 2), 0, (int) (total - base / 2), 0, 0, 0),
                        new Task.Volumes(0, 1e6f, 0, 0, 0, 0));
            });
        }
        return application.log();
    }

    @Test
    void aHostThatIsSlowEverywhereIsNamedWithWhatItIsSlowAt() {
        List<Straggler> found = find(oneSlow(new Random(1), 1.5, 20, 80));

        assertThat(found).hasSize(1);
        assertThat(found.get(0).host()).isEqualTo("h3");
        assertThat(found.get(0).everywhere()).isTrue();
        assertThat(found.get(0).kind()).isEqualTo(Part.FETCH_WAIT);
        assertThat(found.get(0).kindShare()).isGreaterThan(0.8);
        assertThat(found.get(0).factor()).isBetween(1.4, 1.6);
        assertThat(found.get(0).chance()).isLessThan(0.05);
    }

    /** Copies elsewhere end first, so that its tasks are waited for nowhere. Of attempts that were ended the log does not say what they did. */
    @Test
    void aSlowHostWhoseTasksAreOvertakenIsNamed() {
        Random random = new Random(3);
        MadeUpApplication application = new MadeUpApplication(10, 4).copiedAfter(1600);
        for (int stage = 0; stage < 20; stage++) {
            application.stage(40, (task, host) -> {
                double base = 1000 * Math.exp(0.1 * random.nextGaussian());
                return MadeUpApplication.computing((int) (base * (host == 3 ? 4 : 1)), 1e6);
            });
        }

        List<Straggler> found = find(application.log());

        assertThat(found).extracting(Straggler::host).containsExactly("h3");
        assertThat(found.get(0).repaired().share()).isGreaterThan(0.25);
        assertThat(found.get(0).kind()).isEqualTo(Part.UNTOLD);
    }

    @Test
    void aHostThatIsALittleSlowerIsNoStraggler() {
        assertThat(find(oneSlow(new Random(2), 1.08, 40, 80))).isEmpty();
    }

    /** The truth is known here: the same application with a host like the others, and without it. */
    @Test
    void whatItCostsLiesWithinTheInterval() {
        int repaired = 0;
        int tries = 40;
        for (int i = 0; i < tries; i++) {
            Random random = new Random(100 + i);
            ApplicationLog slow = oneSlow(random, 3, 6, 60);
            List<Straggler> found = find(slow);
            assertThat(found).extracting(Straggler::host).containsExactly("h3");
            double before = new Schedule(slow).loggedMillis();
            // The mean over other chances: what one run would have saved differs from it by its own.
            double after = 0;
            for (int other = 0; other < 20; other++) {
                after += new Schedule(oneSlow(new Random(5000 + other), 1, 6, 60)).loggedMillis() / 20;
            }
            Straggler.Saving saving = found.get(0).repaired();
            double truth = (before - after) / before;
            repaired += saving.low() - 0.03 <= truth && truth <= saving.high() + 0.03 ? 1 : 0;
            assertThat(saving.low()).isLessThanOrEqualTo(saving.share());
            assertThat(saving.high()).isGreaterThanOrEqualTo(saving.share());
            assertThat(found.get(0).without().isKnown()).isTrue();
            assertThat(found.get(0).without().share()).isLessThanOrEqualTo(saving.share() + 0.02);
        }

        assertThat(repaired).isGreaterThanOrEqualTo(36);
    }

    @Test
    void oneHostHasNothingToBeComparedWith() {
        Schedule schedule = new Schedule(new MadeUpApplication(1, 2)
                .stage(20, (task, host) -> MadeUpApplication.computing(100, 0))
                .log());
        Stragglers stragglers = new Stragglers(schedule);

        assertThat(stragglers.find(1, 1, new Steps(RunObserver.NONE, 0))).isEmpty();
        assertThat(stragglers.comparedHosts()).isZero();
    }
}
