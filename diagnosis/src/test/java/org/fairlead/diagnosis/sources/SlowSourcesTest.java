// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.fairlead.diagnosis.sources.SlowSource.Place;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.TaskReads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Slow sources are named; where there is none, almost never is one. */
final class SlowSourcesTest {
    private static final int APPLICATIONS = 400;

    private static List<SlowSource> find(MadeUpReads reads) {
        return new SlowSources(reads.seen()).find();
    }

    /** One in twenty is allowed. */
    @ParameterizedTest
    @CsvSource({"12, 6, 4, 0.3", "5, 20, 4, 0.8", "30, 3, 3, 0.5", "12, 1, 2, 0.5"})
    void whereAllGiveAlikeAlmostNeverIsOneNamed(int hosts, int stages, int tasksPerHost, double spread) {
        Random random = new Random(7);
        int alarms = 0;
        for (int i = 0; i < APPLICATIONS; i++) {
            alarms += find(new MadeUpReads(random, hosts, spread).stages(stages, tasksPerHost))
                            .isEmpty()
                    ? 0
                    : 1;
        }

        assertThat(alarms).as("of " + APPLICATIONS).isLessThanOrEqualTo(APPLICATIONS / 20);
    }

    /** Who waits for everybody has a slow link of its own. */
    @Test
    void aSlowReaderMakesNobodyElseSlow() {
        Random random = new Random(11);
        int alarms = 0;
        for (int i = 0; i < APPLICATIONS; i++) {
            MadeUpReads reads = new MadeUpReads(random, 8, 0.3).slowReader(2, 5).stages(4, 4);
            alarms += find(reads).isEmpty() ? 0 : 1;
        }

        assertThat(alarms).as("of " + APPLICATIONS).isLessThanOrEqualTo(APPLICATIONS / 20);
    }

    @Test
    void aSlowDiskIsNamedWithItsDataNode() {
        MadeUpReads reads =
                new MadeUpReads(new Random(3), 12, 0.4).slowDisk(5, 5).stages(3, 6);

        assertThat(find(reads)).singleElement().satisfies(slow -> {
            assertThat(slow.source()).isEqualTo(new SeenReads.Source(SourceReads.HDFS, "h5"));
            assertThat(slow.place()).isEqualTo(Place.DISK);
            assertThat(slow.everywhere()).isTrue();
            assertThat(slow.factor()).isCloseTo(5, within(2.0));
            assertThat(slow.words()).isEqualTo("disk of DataNode h5");
        });
    }

    @Test
    void aSlowLinkIsToldFromADiskByTheTasksOnItsHost() {
        MadeUpReads reads =
                new MadeUpReads(new Random(3), 12, 0.4).slowLink(5, 5).stages(3, 6);

        assertThat(find(reads)).singleElement().satisfies(slow -> {
            assertThat(slow.words()).isEqualTo("link of DataNode h5");
            assertThat(slow.share()).isBetween(0.01, 0.5);
        });
    }

    @Test
    void whereNoTaskRunsBesideADataNodeItIsEither() {
        List<TaskReads> far = new ArrayList<>();
        for (TaskReads task : new MadeUpReads(new Random(5), 12, 0.4)
                .slowDisk(5, 5)
                .stages(3, 6)
                .tasks()) {
            List<SourceReads> sources =
                    task.sources().stream().filter(each -> !each.local()).toList();
            far.add(task.with("compute-" + task.host(), sources));
        }

        assertThat(new SlowSources(SeenReads.of("app-1", far)).find())
                .extracting(SlowSource::words)
                .containsExactly("disk or link of DataNode h5");
    }

    /** Map output of h3 comes late; of the others nobody was waited for. */
    @Test
    void anExecutorsHostThatSendsSlowlyIsNamed() {
        Random random = new Random(3);
        List<TaskReads> tasks = new ArrayList<>();
        for (int partition = 0; partition < 40; partition++) {
            List<SourceReads> senders = new ArrayList<>();
            for (int host = 0; host < 8; host++) {
                double waited = host == 3 ? 1 + random.nextDouble() : random.nextInt(4) == 0 ? 0.05 : 0;
                senders.add(new SourceReads(SourceReads.SHUFFLE, "h" + host, false, 1_000_000, waited, 0));
            }
            tasks.add(new TaskReads(1, 0, partition, partition, "h" + partition % 8, 1000, 4, 8_000_000, senders));
        }

        assertThat(new SlowSources(SeenReads.of("app-1", tasks)).find())
                .extracting(SlowSource::words)
                .containsExactly("disk or link of executors' host h3");
    }

    @Test
    void ofOneSourceNothingCanBeSaid() {
        List<TaskReads> tasks = new ArrayList<>();
        for (int partition = 0; partition < 40; partition++) {
            tasks.add(new TaskReads(
                    1,
                    0,
                    partition,
                    partition,
                    "h1",
                    1000,
                    4,
                    0,
                    List.of(new SourceReads(SourceReads.HDFS, "h2", false, 1000, 3.0 + partition, 1))));
        }
        SlowSources test = new SlowSources(SeenReads.of("app-1", tasks));

        assertThat(test.find()).isEmpty();
        assertThat(test.comparedSources()).isZero();
    }
}
