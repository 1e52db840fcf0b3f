// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.simulate;

import picocli.CommandLine.Option;

/** Options of a command that runs several contenders with several seeds: the first of these, and how many runs at the same time. */
final class SeededRuns {
    @Option(
            names = "--seed",
            paramLabel = "FIRST",
            defaultValue = "1",
            converter = WholeNumber.class,
            description = "the first of the seeds, which follow each other; default ${DEFAULT-VALUE}")
    private Long firstSeed;

    @Option(
            names = "--jobs",
            paramLabel = "N",
            converter = WholeNumber.class,
            description =
                    "runs at the same time, on which results do not depend; default: as many as there are processors")
    private Long parallel;

    long firstSeed() {
        return firstSeed;
    }

    int threads() {
        return parallel == null
                ? Runtime.getRuntime().availableProcessors()
                : count("--jobs", parallel, Integer.MAX_VALUE);
    }

    /**
     * How many seeds there are.
     *
     * @param asked what {@code --seeds} says
     * @throws IllegalArgumentException when that is not from 1 to {@code most}, or goes beyond the last seed
     */
    int seeds(long asked, int most) {
        int count = count("--seeds", asked, most);
        if (firstSeed > Long.MAX_VALUE - count) {
            throw new IllegalArgumentException(
                    "--seed " + firstSeed + ": there are no " + count + " seeds from there on");
        }
        return count;
    }

    private static int count(String option, long value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(
                    option + " must be " + (most == Integer.MAX_VALUE ? "at least 1" : "from 1 to " + most));
        }
        return (int) value;
    }
}
