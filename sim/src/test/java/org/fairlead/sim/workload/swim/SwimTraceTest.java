// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload.swim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Stage.Input;
import org.fairlead.sim.workload.Stage.Output;
import org.fairlead.sim.workload.Workload;
import org.fairlead.sim.workload.source.WorkloadSources;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Traces of SWIM as workloads. */
final class SwimTraceTest {
    private static final Path FOUR = Path.of("src/test/resources/swim/four-jobs.tsv");

    @TempDir
    private Path directory;

    @Test
    void aLineIsAJobOfMapsAndReduces() {
        Workload workload = WorkloadSources.read(FOUR, RunObserver.NONE);

        assertThat(workload.name()).isEqualTo("four-jobs");
        assertThat(workload.jobs()).extracting(Job::submitSeconds).containsExactly(49.0, 101.0, 122.0, 197.0);
        List<Stage> large = workload.jobs().get(1).stages();
        assertThat(large).extracting(Stage::tasks).containsExactly(80, 3);
        assertThat(large.get(0).input()).isEqualTo(new Input.Blocks(5368709120L));
        assertThat(large.get(0).output()).isEqualTo(new Output.Shuffle(3221225472L));
        assertThat(large.get(1).output()).isEqualTo(new Output.Files(432269, 0, 0));
        assertThat(large.get(1).parents()).containsExactly(0);
    }

    @Test
    void whatShufflesNothingHasNoReducesAndWhatReadsNothingHasOneMap() {
        Workload workload = WorkloadSources.read(FOUR, RunObserver.NONE);

        assertThat(workload.jobs().get(2).stages())
                .singleElement()
                .extracting(Stage::output)
                .isEqualTo(new Output.Files(233549, 0, 0));
        assertThat(workload.jobs().get(3).stages()).extracting(Stage::tasks).containsExactly(1, 1);
        assertThat(workload.jobs().get(3).stages().get(0).input()).isEqualTo(new Input.None());
    }

    @Test
    void mapsThatWriteMuchAreAsManyAsReducesWouldBe() throws IOException {
        Path trace = Files.writeString(
                directory.resolve("t.tsv"), "a\t0\t0\t100\t0\t5368709120\nb\t1\t1\t100\t0\t990000000000000\n");

        assertThat(WorkloadSources.read(trace, RunObserver.NONE).jobs())
                .extracting(Job::tasks)
                .containsExactly(5, 200);
    }

    @Test
    void timesAndBytesAreScaledAndBlocksCut() {
        SwimTrace.Options options = new SwimTrace.Options(256L << 20, 1L << 30, 2, 0.5, 2, 1, 0, 0);

        Job job = WorkloadSources.read(FOUR, options, RunObserver.NONE).jobs().get(1);

        assertThat(job.submitSeconds()).isEqualTo(50.5);
        assertThat(job.stages()).extracting(Stage::tasks).containsExactly(40, 2);
        assertThat(job.stages().get(0).input()).isEqualTo(new Input.Blocks(2 * 5368709120L));
    }

    @Test
    void aSampleKeepsItsShareAndASeedDecidesWhich() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 2000; i++) {
            text.append("job").append(i).append('\t').append(i).append("\t1\t100\t10\t10\n");
        }
        Path trace = Files.writeString(directory.resolve("t.tsv"), text);

        List<Job> some =
                WorkloadSources.read(trace, sampled(1), RunObserver.NONE).jobs();

        assertThat(some).hasSizeBetween(450, 550);
        assertThat(WorkloadSources.read(trace, sampled(1), RunObserver.NONE).jobs())
                .isEqualTo(some);
        assertThat(WorkloadSources.read(trace, sampled(2), RunObserver.NONE).jobs())
                .isNotEqualTo(some);
    }

    private static SwimTrace.Options sampled(long seed) {
        return new SwimTrace.Options(64L << 20, 1L << 30, 200, 1, 1, 0.25, seed, 1e-8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a;1;1;2 | t.tsv:2: 4 columns; 6 are expected, separated by tabs: job, submit time",
                "a;x;1;2;3;4 | t.tsv:2: submit time: 'x' is not a number from 0 to 1000000000",
                "a;1;1;-2;3;4 | t.tsv:2: map input bytes: '-2' is not a number",
                "a;1;1;2;3;99999999999999999 | t.tsv:2: output bytes: '99999999999999999' is not a number",
                "first;1;1;2;3;4 | t.tsv:2: job: 'first' stands twice",
                "a;1;1;9000000000000000;3;4 | t.tsv:2: map input bytes: 134110451 blocks; at most 1000000 are accepted",
            })
    void whatIsWrongIsSaidWithItsPlace(String line, String message) throws IOException {
        Path trace = Files.writeString(
                directory.resolve("t.tsv"), "first\t0\t0\t1\t1\t1\n" + line.replace(';', '\t') + "\n");

        assertThatThrownBy(() -> WorkloadSources.read(trace, RunObserver.NONE))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining(message);
    }

    @Test
    void jobsWithTheSamePathAndAsManyBytesReadTheSameFile() throws IOException {
        Path trace = Files.writeString(directory.resolve("t.tsv"), """
                a;0;0;100;0;1;inputPath7
                b;1;1;100;0;1;inputPath7
                c;2;1;200;0;1;inputPath7
                d;3;1;100;0;1;
                e;4;1;0;0;1;inputPath8
                """.replace(';', '\t'));

        Workload workload = WorkloadSources.read(trace, RunObserver.NONE);

        assertThat(workload.files())
                .extracting(Workload.StoredFile::name, Workload.StoredFile::bytes)
                .containsExactly(tuple("inputPath7:100", 100L), tuple("inputPath7:200", 200L));
        assertThat(workload.jobs())
                .extracting(job -> job.stages().get(0).input())
                .containsExactly(
                        new Input.File("inputPath7:100"),
                        new Input.File("inputPath7:100"),
                        new Input.File("inputPath7:200"),
                        new Input.Blocks(100),
                        new Input.None());
    }

    @Test
    void aFileOfNoKnownKindIsRefused() throws IOException {
        Path other = Files.writeString(directory.resolve("o.csv"), "id,src\n");

        assertThatThrownBy(() -> WorkloadSources.read(other, RunObserver.NONE))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("o.csv:1: neither a workload");
    }
}
