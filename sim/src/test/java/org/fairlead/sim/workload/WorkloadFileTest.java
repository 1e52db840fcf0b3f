// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.trace.TraceInput;
import org.fairlead.sim.workload.Stage.Input;
import org.fairlead.sim.workload.Stage.Output;
import org.fairlead.sim.workload.Workload.StoredFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A workload's file: what its lines mean, that it survives being written, and the one error of a bad one. */
final class WorkloadFileTest {
    private static final String HEADER = "{\"fairlead-workload\":1,\"name\":\"w\"}\n";

    @TempDir
    private Path directory;

    private static Workload read(String text) {
        return WorkloadFile.read(
                TraceInput.of("w.jsonl", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))));
    }

    private static String written(Workload workload) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        WorkloadFile.write(workload, out);
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aLineIsAJob() {
        Workload workload = read("""
                {"fairlead-workload": 1, "name": "two", "files": [{"name": "in", "bytes": "5GB", "block_bytes": "64MiB", "replication": 2, "writers": ["h1", "h2"]}]}
                {"job": "a", "submit_s": 0, "stages": [{"tasks": 20, "input": {"file": "in"}, "output": {"shuffle": 100}}, {"tasks": 2, "input": {"shuffle": [3, 1]}, "parents": [0], "compute_s": "2min", "output": {"files": "1kB", "replication": 1}}]}

                {"job": "b", "kind": "sort", "application": "etl", "pool": "night", "submit_s": 1.5, "stages": [{"tasks": 1, "input": {"file": "a/1"}, "compute_s_per_byte": 1e-8, "hosts": ["h1"], "delays_s": [0, 2.5]}]}
                """);

        assertThat(workload)
                .isEqualTo(new Workload(
                        "two",
                        List.of(new StoredFile("in", 5_000_000_000L, 64L << 20, 2, List.of("h1", "h2"))),
                        List.of(
                                new Job(
                                        "a",
                                        "job",
                                        "default",
                                        0,
                                        List.of(
                                                new Stage(
                                                        20,
                                                        new Input.File("in"),
                                                        0,
                                                        0,
                                                        new Output.Shuffle(100),
                                                        List.of(),
                                                        List.of(),
                                                        List.of()),
                                                new Stage(
                                                        2,
                                                        new Input.Shuffle(List.of(3.0, 1.0)),
                                                        0,
                                                        120,
                                                        new Output.Files(1000, 0, 1),
                                                        List.of(0),
                                                        List.of(),
                                                        List.of()))),
                                new Job(
                                        "b",
                                        "sort",
                                        "etl",
                                        "night",
                                        1.5,
                                        List.of(new Stage(
                                                1,
                                                new Input.File("a/1"),
                                                1e-8,
                                                0,
                                                new Output.None(),
                                                List.of(),
                                                List.of("h1"),
                                                List.of(0.0, 2.5)))))));
        assertThat(workload.jobs().get(0).tasks()).isEqualTo(22);
    }

    @Test
    void aPackedFileIsUnpacked() throws IOException {
        Path file = directory.resolve("w.jsonl.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write((HEADER + "{\"job\":\"a\",\"submit_s\":0,\"stages\":[{\"tasks\":1}]}\n")
                    .getBytes(StandardCharsets.UTF_8));
        }

        assertThat(WorkloadFile.read(file, RunObserver.NONE).jobs()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{ | w.jsonl:2: not valid JSON: ",
                "{} | w.jsonl:2: stages: is missing",
                "{\"job\":\"a\",\"job\":\"b\"} | w.jsonl:2: not valid JSON: Duplicate field 'job'",
                "{\"stages\":[{}]} | w.jsonl:2: stages[0].tasks: is missing",
                "{\"stages\":[{\"tasks\":0}]} | stages[0].tasks: 0 is not a whole number from 1 to 1000000",
                "{\"stages\":[{\"tasks\":1,\"input\":{\"blocks\":-1}}]} | stages[0].input.blocks: -1 is not a number of bytes",
                "{\"stages\":[{\"tasks\":1,\"input\":{\"blocks\":\"5 parsecs\"}}]} | stages[0].input.blocks: '5 parsecs' is not a size such as",
                "{\"stages\":[{\"tasks\":1,\"input\":{\"blocks\":1,\"file\":\"x\"}}]} | stages[0].input.file: stands beside another",
                "{\"stages\":[{\"tasks\":1,\"inputs\":{}}]} | stages[0].inputs: unknown key; accepted: tasks, input,",
                "{\"stages\":[{\"tasks\":1,\"output\":{\"shuffle\":1,\"replication\":1}}]} | output.replication: stands beside",
                "{\"stages\":[]} | job: is missing",
                "{\"job\":\"a\",\"submit_s\":-1,\"stages\":[]} | submit_s: -1 is not a number from 0 to 1.0E9",
                "{\"job\":\"a\",\"submit_s\":1e999,\"stages\":[]} | submit_s: ",
                "{\"job\":\"a\",\"submit_s\":0,\"stages\":[]} | w.jsonl:2: no stage; at least one is expected",
                "{\"job\":\"a\",\"submit_s\":0,\"stages\":[{\"tasks\":1,\"parents\":[0]}]} | stage 0: its parent 0 does not stand before it",
                "{\"job\":\"a\",\"submit_s\":0,\"stages\":[{\"tasks\":1,\"input\":{\"shuffle\":[]}}]} | stage 0: it reads a shuffle, and none",
                "{\"job\":\"a\",\"submit_s\":0,\"stages\":[{\"tasks\":1,\"input\":{\"file\":\"b/0\"}}]} | stage 0: there is no file 'b/0': neither",
            })
    void whatIsWrongIsSaidWithItsPlace(String line, String message) {
        assertThatThrownBy(() -> read(HEADER + line))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining(message)
                .hasMessageStartingWith("w.jsonl:2: ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            nullValues = "-",
            value = {
                "'' | w.jsonl:1: not valid JSON",
                "{\"name\":\"w\"} | w.jsonl:1: fairlead-workload: is missing",
                "{\"fairlead-workload\":2,\"name\":\"w\"} | w.jsonl:1: fairlead-workload: version 2; this Fairlead reads 1",
                "[] | w.jsonl:1: an object with keys and values is expected",
                "{\"fairlead-workload\":1,\"name\":\"w\",\"files\":[{\"name\":\"a\",\"bytes\":1},{\"name\":\"a\",\"bytes\":1}]} | files[1]: file 'a' stands twice",
            })
    void aBadFirstLineIsRefused(String line, String message) {
        assertThatThrownBy(() -> read(line))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining(message);
    }

    @Test
    void jobsStandInOrderAndOnce() {
        String job = "{\"job\":\"%s\",\"submit_s\":%d,\"stages\":[{\"tasks\":1}]}\n";

        assertThatThrownBy(() -> read(HEADER + job.formatted("a", 2) + job.formatted("b", 1)))
                .hasMessageContaining("w.jsonl:3: it is submitted before the job above it");
        assertThatThrownBy(() -> read(HEADER + job.formatted("a", 1) + job.formatted("a", 2)))
                .hasMessageContaining("w.jsonl:3: job 'a' stands twice");
    }

    @Test
    void whatCouldNotBeReadIsNotWritten() {
        Stage orphan =
                new Stage(1, new Input.File("nowhere"), 0, 0, new Output.None(), List.of(), List.of(), List.of());
        Workload workload = new Workload("w", List.of(), List.of(new Job("a", "k", "p", 0, List.of(orphan))));

        assertThatThrownBy(() -> written(workload))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("job 'a': stage 0: there is no file 'nowhere'");
    }

    @Provide
    Arbitrary<Workload> workloads() {
        Arbitrary<Double> times = Arbitraries.doubles().between(0, 1e6).ofScale(9);
        Arbitrary<Long> bytes = Arbitraries.longs().between(0, 1_000_000_000_000L);
        Arbitrary<Input> inputs = Arbitraries.oneOf(
                Arbitraries.just(new Input.None()),
                bytes.map(Input.Blocks::new),
                Arbitraries.just(new Input.File("stored")));
        Arbitrary<Stage> maps = Combinators.combine(
                        Arbitraries.integers().between(1, 1000),
                        inputs,
                        Arbitraries.doubles().between(0, 1),
                        times,
                        bytes,
                        times.list().ofMaxSize(3))
                .as((tasks, input, perByte, seconds, size, delays) -> new Stage(
                        tasks,
                        input,
                        perByte,
                        seconds,
                        new Output.Shuffle(size),
                        List.of(),
                        List.of("h1", "h 2"),
                        delays));
        Arbitrary<Stage> reduces = Combinators.combine(
                        Arbitraries.integers().between(1, 1000),
                        Arbitraries.doubles().between(0.1, 1e18).list().ofMaxSize(4),
                        bytes)
                .as((tasks, parts, size) -> new Stage(
                        tasks,
                        new Input.Shuffle(parts),
                        0,
                        0,
                        new Output.Files(size, 7, 2),
                        List.of(0),
                        List.of(),
                        List.of(),
                        Optional.of(new Stage.Broadcast(size, "h")),
                        List.of(0.5, 2.0)));
        Arbitrary<String> names = Arbitraries.strings()
                .alpha()
                .withChars(" \"\\/ä-_")
                .ofMinLength(1)
                .ofMaxLength(9);
        return Combinators.combine(maps, reduces, names, times.list().ofMaxSize(5))
                .as((map, reduce, name, submits) -> {
                    List<Double> sorted = submits.stream().sorted().toList();
                    List<Job> jobs = new java.util.ArrayList<>();
                    for (int i = 0; i < sorted.size(); i++) {
                        String application = i % 2 == 0 ? "" : "a" + name;
                        jobs.add(new Job(
                                "j" + name + i,
                                "k" + name,
                                application,
                                "p" + name,
                                sorted.get(i),
                                List.of(map, reduce)));
                    }
                    return new Workload(
                            "n" + name,
                            List.of(
                                    new StoredFile("stored", 5, 0, 0),
                                    new StoredFile("put", 5, 0, 0, List.of("h" + name, "h"))),
                            jobs);
                });
    }

    @Property(tries = 300)
    void whatIsWrittenIsReadAsEqual(@ForAll @From("workloads") Workload workload) throws IOException {
        String text = written(workload);

        assertThat(read(text)).isEqualTo(workload);
        assertThat(written(read(text))).isEqualTo(text);
    }

    @Property(tries = 1000)
    void everyNumberIsReadAsItself(@ForAll double value) {
        assertThat(Double.parseDouble(ShortestNumber.text(value))).isEqualTo(value);
    }

    @Property(tries = 500)
    void aDamagedFileIsReadOrRefused(@ForAll @From("workloads") Workload workload, @ForAll int place, @ForAll char put)
            throws IOException {
        String text = written(workload);
        int at = Math.floorMod(place, text.length());

        try {
            assertThat(read(text.substring(0, at) + put + text.substring(at + 1))
                            .name())
                    .isNotBlank();
        } catch (InvalidFileException e) {
            assertThat(e).hasMessageStartingWith("w.jsonl");
        }
    }
}
