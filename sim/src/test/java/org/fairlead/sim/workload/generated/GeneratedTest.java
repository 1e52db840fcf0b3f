// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Stage.Input;
import org.fairlead.sim.workload.Stage.Output;
import org.fairlead.sim.workload.Workload;
import org.fairlead.sim.workload.WorkloadFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Generated workloads hold what was published of those they stand for. */
final class GeneratedTest {
    private static final double FULL = 256 << 20;

    static Stream<Workload> all() {
        return Stream.of(
                FlexFetchJobs.macro(FlexFetchJobs.Macro.PUBLISHED, 3),
                FlexFetchJobs.cardinal(FlexFetchJobs.Cardinal.USUAL),
                SortJobs.workload(SortJobs.Options.LAB),
                SinbadWriters.workload(new SinbadWriters.Options(50, 600, 20), 3),
                FacebookMix.workload(new FacebookMix.Options(100, 2000, 1, 0.5, 64L << 20, 500, 50), 3));
    }

    @ParameterizedTest
    @MethodSource("all")
    void eachIsAValidWorkload(Workload workload) throws IOException {
        WorkloadFile.write(workload, OutputStream.nullOutputStream());

        assertThat(workload.jobs()).isNotEmpty();
    }

    @Test
    void aSeedDecidesAll() throws IOException {
        assertThat(text(mix(5))).isEqualTo(text(mix(5))).isNotEqualTo(text(mix(6)));
        SinbadWriters.Options writers = new SinbadWriters.Options(50, 600, 20);
        assertThat(SinbadWriters.workload(writers, 5))
                .isEqualTo(SinbadWriters.workload(writers, 5))
                .isNotEqualTo(SinbadWriters.workload(writers, 6));
    }

    private static Workload mix(long seed) {
        return FacebookMix.workload(new FacebookMix.Options(100, 2000, 1, 0, 64L << 20, 500, 50), seed);
    }

    private static String text(Workload workload) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        WorkloadFile.write(workload, out);
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void flexFetchHasTheJobsOfTableII() {
        Workload workload = FlexFetchJobs.macro(new FlexFetchJobs.Macro(20, 14, 64L << 20), 1);
        Map<String, Long> jobs =
                workload.jobs().stream().collect(Collectors.groupingBy(Job::kind, Collectors.counting()));

        assertThat(jobs)
                .containsEntry("bin-1", 120L)
                .containsEntry("bin-3", 400L)
                .containsEntry("bin-6", 40L)
                .containsEntry("bin-10", 20L)
                .hasSize(10);
        assertThat(workload.jobs().stream().filter(job -> job.kind().equals("bin-9")))
                .allMatch(job -> job.stages().get(0).tasks() == 150);
        assertThat(workload.files()).hasSize(1000).allMatch(file -> file.blockBytes() == 64L << 20);
        assertThat(workload.jobs().get(999).submitSeconds() / 999).isCloseTo(14, within(1.5));
    }

    @Test
    void cardinalsLargeJobsComeBetweenItsSmallOnes() {
        Workload workload = FlexFetchJobs.cardinal(FlexFetchJobs.Cardinal.USUAL);

        assertThat(workload.jobs().stream().filter(job -> job.kind().equals("bin-3")))
                .extracting(Job::submitSeconds)
                .containsExactly(30.0, 90.0, 150.0);
        Job large = workload.jobs().stream()
                .filter(job -> job.kind().equals("bin-3"))
                .findFirst()
                .orElseThrow();
        assertThat(large.stages().get(0).tasks()).isEqualTo(20);
        assertThat(large.stages().get(0).output()).isEqualTo(new Output.Shuffle(Math.round(0.85 * 20 * FULL)));
    }

    @Test
    void sortJobsReadShuffleAndWriteTheSameBytes() {
        Workload workload = SortJobs.workload(SortJobs.Options.EC2);

        assertThat(workload.jobs()).hasSize(16);
        assertThat(workload.jobs().get(15).submitSeconds()).isEqualTo(75);
        assertThat(workload.files())
                .singleElement()
                .matches(file -> file.bytes() == 5L << 30 && file.blockBytes() == 256 << 20);
        assertThat(workload.jobs()).allSatisfy(job -> {
            assertThat(job.stages()).extracting(Stage::tasks).containsExactly(20, 20);
            assertThat(job.stages().get(0).output()).isEqualTo(new Output.Shuffle(5L << 30));
            assertThat(job.stages().get(1).output()).isEqualTo(new Output.Files(5L << 30, 0, 0));
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void sinbadsWritersWriteWhatWasMeasured(long seed) {
        Workload workload = SinbadWriters.workload(SinbadWriters.Options.USUAL, seed);
        double tasks = 0;
        double writers = 0;
        double blocks = 0;
        double full = 0;
        double large = 0;
        double bytes = 0;
        for (Job job : workload.jobs()) {
            tasks += job.tasks();
            Stage writing = job.stages().get(job.stages().size() - 1);
            writers += writing.tasks();
            double file = ((Output.Files) writing.output()).bytes() / (double) writing.tasks();
            double whole = Math.floor(file / FULL);
            full += whole * writing.tasks();
            blocks += (whole + 1) * writing.tasks();
            large += (whole + (file - whole * FULL >= FULL / 2 ? 1 : 0)) * writing.tasks();
            bytes += file * writing.tasks();
        }

        assertThat(writers / tasks).as("tasks that write").isCloseTo(0.37, within(0.005));
        assertThat(full / blocks).as("full blocks").isCloseTo(0.30, within(0.015));
        assertThat(large / blocks).as("blocks from 128 MB").isCloseTo(0.35, within(0.015));
        assertThat(full * FULL / bytes).as("bytes in full blocks").isCloseTo(0.81, within(0.02));
        assertThat(mostlyWriting(workload, true)).as("reducers").isCloseTo(0.42, within(0.01));
        assertThat(mostlyWriting(workload, false)).as("other writers").isCloseTo(0.91, within(0.01));
    }

    private static double mostlyWriting(Workload workload, boolean reducers) {
        List<Stage> writing = workload.jobs().stream()
                .map(job -> job.stages().get(job.stages().size() - 1))
                .filter(stage -> stage.input() instanceof Input.Shuffle == reducers)
                .toList();
        double all = writing.stream().mapToInt(Stage::tasks).sum();
        return writing.stream()
                        .filter(stage -> stage.computeSecondsPerByte() < 1 / 50e6)
                        .mapToInt(Stage::tasks)
                        .sum()
                / all;
    }

    @Test
    void facebooksDayHasItsJobsAndTasks() {
        Workload workload = FacebookMix.workload(FacebookMix.Options.DAY, 1);
        long tasks = workload.jobs().stream().mapToLong(Job::tasks).sum();
        LongStream small =
                workload.jobs().stream().mapToLong(job -> job.stages().get(0).tasks() < 10 ? 1 : 0);

        assertThat(workload.jobs()).hasSize(25_000);
        assertThat((double) tasks).isCloseTo(4e6, within(4e4));
        assertThat(small.sum() / 25_000.0).isCloseTo(0.85, within(0.01));
        assertThat(workload.jobs().get(24_999).submitSeconds()).isBetween(23.9 * 3600, 24.0 * 3600);
        assertThat(workload.jobs()).allSatisfy(job -> assertThat(
                        job.stages().size() == 1 ? 0 : job.stages().get(1).tasks())
                .isLessThanOrEqualTo(300));
    }

    @Test
    void aDayMayHaveAPeak() {
        FacebookMix.Options options = new FacebookMix.Options(4000, 40_000, 24, 0.8, 64L << 20, 500, 50);
        Workload workload = FacebookMix.workload(options, 1);

        double morning = workload.jobs().stream()
                .filter(job -> job.submitSeconds() < 12 * 3600)
                .count();

        // The mean of 1 + 0.8 sin over half a turn is 1 + 1.6 / pi.
        assertThat(morning / 4000).isCloseTo(0.5 * (1 + 1.6 / Math.PI), within(0.03));
    }

    @Test
    void moreTasksThanJobsCanHoldAreRefused() {
        assertThatThrownBy(
                        () -> FacebookMix.workload(new FacebookMix.Options(100, 1_000_000, 1, 0, 1 << 20, 100, 10), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("1000000 tasks cannot be reached with 100 jobs: from ");
    }
}
