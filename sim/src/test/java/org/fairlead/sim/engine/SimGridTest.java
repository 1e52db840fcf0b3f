// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.fairlead.core.flow.SharingRule;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The engine against SimGrid, whose flow model and solver are older and were written by others. Needs Debian's package
 * python3-simgrid; as root the test installs it.
 *
 * <p>SimGrid solves to a precision that it is told (1e-12 here) and prints the simulated time as a double; flows that end within its
 * precision of time end together. So finish times can agree to about 1e-9 of their value, and are compared to that.
 */
@Tag("testbed")
@Tag("simgrid")
class SimGridTest {
    private static final double EXACT = 1e-9;
    private static final int SYSTEMS = 60;

    /** Flows of many separate systems in one file: they share nothing, so one run serves all. */
    private static final class Systems {
        final List<Double> capacities = new ArrayList<>();
        final List<int[]> paths = new ArrayList<>();
        final List<Double> starts = new ArrayList<>();
        final List<Long> bytes = new ArrayList<>();

        void add(Random random) {
            int first = capacities.size();
            int links = 1 + random.nextInt(8);
            for (int i = 0; i < links; i++) {
                capacities.add(1e6 + 1e8 * random.nextDouble());
            }
            int flows = 1 + random.nextInt(12);
            for (int i = 0; i < flows; i++) {
                int sure = random.nextInt(links);
                int[] path = IntStream.range(0, links)
                        .filter(link -> link == sure || random.nextInt(3) == 0)
                        .map(link -> first + link)
                        .toArray();
                if (random.nextInt(3) == 0) { // a cap is a link that nobody else uses
                    path = Arrays.copyOf(path, path.length + 1);
                    path[path.length - 1] = capacities.size();
                    capacities.add(1e5 + 1e7 * random.nextDouble());
                }
                paths.add(path);
                starts.add(random.nextInt(3) == 0 ? 0 : 10 * random.nextDouble());
                bytes.add(1 + (long) (1e9 * random.nextDouble()));
            }
        }

        String text() {
            StringBuilder text = new StringBuilder();
            text.append(capacities.size()).append('\n');
            capacities.forEach(capacity -> text.append(capacity).append('\n'));
            text.append(paths.size()).append('\n');
            for (int flow = 0; flow < paths.size(); flow++) {
                text.append(starts.get(flow)).append(' ').append(bytes.get(flow));
                for (int link : paths.get(flow)) {
                    text.append(' ').append(link);
                }
                text.append('\n');
            }
            return text.toString();
        }
    }

    @TempDir
    Path directory;

    @Test
    void finishTimesEqualSimGridsOnRandomSystems() throws IOException, InterruptedException {
        Random random = new Random(4);
        Systems systems = new Systems();
        for (int i = 0; i < SYSTEMS; i++) {
            systems.add(random);
        }

        double[] expected = simGrid(systems);
        double[] finish = simulate(systems);

        for (int flow = 0; flow < finish.length; flow++) {
            assertThat(finish[flow]).as("flow %d", flow).isCloseTo(expected[flow], within(EXACT * expected[flow]));
        }
    }

    private static double[] simulate(Systems systems) {
        double[] finish = new double[systems.paths.size()];
        Engine[] engine = new Engine[1];
        EventHandler reactions = new EventHandler() {
            @Override
            public void timer(int kind, long flow) {
                engine[0].start(systems.paths.get((int) flow), systems.bytes.get((int) flow), flow);
            }

            @Override
            public void ended(int activity, long flow) {
                finish[(int) flow] = engine[0].now();
            }
        };
        double[] capacities =
                systems.capacities.stream().mapToDouble(Double::doubleValue).toArray();
        engine[0] = new Engine(SharingRule.MAX_MIN, capacities, reactions);
        for (int flow = 0; flow < finish.length; flow++) {
            engine[0].at(systems.starts.get(flow), 0, flow);
        }
        engine[0].run(() -> true);
        return finish;
    }

    private double[] simGrid(Systems systems) throws IOException, InterruptedException {
        install();
        Path input = directory.resolve("systems.txt");
        Files.writeString(input, systems.text());
        Path script = directory.resolve("simgrid-finish-times.py");
        try (var source = SimGridTest.class.getResourceAsStream("/simgrid-finish-times.py")) {
            Files.copy(source, script);
        }
        String printed = run(input, "/usr/bin/python3", script.toString());
        return printed.lines().mapToDouble(Double::parseDouble).toArray();
    }

    private void install() throws IOException, InterruptedException {
        if (exitCode("/usr/bin/python3", "-c", "import simgrid") == 0) {
            return;
        }
        int exit = exitCode(
                "sh",
                "-c",
                "apt-get install -y -q python3-simgrid || (apt-get update -q && apt-get install -y -q python3-simgrid)");
        assertThat(exit)
                .as(
                        "apt-get install python3-simgrid (Debian 12, as root); this test compares with SimGrid and needs it")
                .isZero();
    }

    private int exitCode(String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output.txt").toFile());
        builder.environment().put("DEBIAN_FRONTEND", "noninteractive");
        Process process = builder.start();
        if (!process.waitFor(5, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            return -1;
        }
        return process.exitValue();
    }

    private String run(Path input, String... command) throws IOException, InterruptedException {
        Path output = directory.resolve("finish.txt");
        Path errors = directory.resolve("errors.txt");
        Process process = new ProcessBuilder(command)
                .redirectInput(input.toFile())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        boolean ended = process.waitFor(3, TimeUnit.MINUTES);
        process.destroyForcibly();
        assertThat(ended && process.exitValue() == 0)
                .as("SimGrid ends: %s", Files.readString(errors, StandardCharsets.UTF_8))
                .isTrue();
        return Files.readString(output, StandardCharsets.UTF_8);
    }
}
