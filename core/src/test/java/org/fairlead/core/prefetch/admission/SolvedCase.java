// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A small case that was drawn and solved exactly. optima.py, beside the cases, says how.
 *
 * @param kind at-once, over-time or wrong-deadlines
 * @param optimum the most jobs of which all flows can be in time
 * @param linkBytesPerSecond by link
 */
record SolvedCase(
        String network,
        String kind,
        String seed,
        int jobs,
        int optimum,
        List<Double> linkBytesPerSecond,
        List<Fetch> fetches) {

    /**
     * A flow as it comes.
     *
     * @param deadlineNanos the true one
     * @param toldNanos the deadline that is told at first
     * @param correctedNanos when the true one becomes known
     */
    record Fetch(
            long job,
            int residualTasks,
            long bytes,
            long arrivalNanos,
            long deadlineNanos,
            long toldNanos,
            long correctedNanos,
            List<Integer> links) {}

    private static final long MILLI = 1_000_000;

    static List<SolvedCase> all() {
        List<SolvedCase> cases = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(SolvedCase.class.getResourceAsStream("optima.txt"), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ");
                if (words[0].equals("case")) {
                    String[] rates = lines.readLine().split(" ");
                    cases.add(new SolvedCase(
                            words[1],
                            words[2],
                            words[3],
                            Integer.parseInt(words[5]),
                            Integer.parseInt(words[7]),
                            Arrays.stream(rates)
                                    .skip(1)
                                    .map(rate -> Long.parseLong(rate) * 1e6)
                                    .toList(),
                            new ArrayList<>()));
                } else if (!words[0].equals("#")) {
                    cases.get(cases.size() - 1).fetches.add(fetch(words));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return cases;
    }

    private static Fetch fetch(String[] words) {
        return new Fetch(
                Long.parseLong(words[0]),
                Integer.parseInt(words[1]),
                Long.parseLong(words[2]) * 1000,
                Long.parseLong(words[3]) * MILLI,
                Long.parseLong(words[4]) * MILLI,
                Long.parseLong(words[5]) * MILLI,
                Long.parseLong(words[6]) * MILLI,
                Arrays.stream(words[7].split(",")).map(Integer::valueOf).toList());
    }
}
