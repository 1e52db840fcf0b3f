// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import static org.fairlead.spark.Soon.soon;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.fairlead.protocol.message.Encoding;

/**
 * Runs jobs in turns in one application of a real Spark, with something of ours and without it, and the same fault in each. Prints a line of JSON for each fault; {@code faults.pairs} says how many jobs of each there are. Answers
 * are judged, times are not.
 * {@code mvn -q -B -pl spark -am test -Dtest=CopyFaultTimes -Dsurefire.failIfNoSpecifiedTests=false -Dfaults.pairs=10}.
 */
final class FaultTimes {
    private static final int PAIRS = Integer.getInteger("faults.pairs", 1);
    private static final String WITH = "enforce";
    private static final String WITHOUT = "off";
    private static final long REPORTED_MILLIS = 1500;

    private final String ours;
    private final Class<?> plugin;
    private final Path modes;
    private final Counts counts;

    /** What ours has done until now, by what is printed. */
    interface Counts {
        Map<String, Long> now();
    }

    /** A job that is right if it ends. */
    interface Job {
        void run(Disturbance whileItRuns) throws Exception;
    }

    /** Makes anew for each job what befalls its tasks. */
    interface Fault {
        Disturbance anew() throws IOException;
    }

    /** Ends what the fault of a job began. */
    interface Cure {
        void apply() throws IOException;
    }

    /** @param counted by ours, for this job */
    private record Run(double seconds, Map<String, Long> counted) {}

    /**
     * @param ours as the modes file has it
     * @param plugin whose metrics tell which mode is in force
     * @param modes the file
     */
    FaultTimes(String ours, Class<?> plugin, Path modes, Counts counts) {
        this.ours = ours;
        this.plugin = plugin;
        this.modes = modes;
        this.counts = counts;
    }

    void compare(String name, Job job, Fault fault, Cure cure) throws Exception {
        List<Run> with = new ArrayList<>();
        List<Run> without = new ArrayList<>();
        for (int pair = 0; pair < PAIRS; pair++) {
            if (pair % 2 == 0) {
                without.add(run(WITHOUT, job, fault, cure));
                with.add(run(WITH, job, fault, cure));
            } else {
                with.add(run(WITH, job, fault, cure));
                without.add(run(WITHOUT, job, fault, cure));
            }
        }
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("fault", name);
        line.put(
                "seconds_longer",
                IntStream.range(0, PAIRS)
                        .mapToObj(pair ->
                                with.get(pair).seconds() - without.get(pair).seconds())
                        .toList());
        line.put("with", with);
        line.put("without", without);
        System.out.println(new String(Encoding.JSON.write(line), StandardCharsets.UTF_8));
    }

    /** A job, after another one in which executors get warm. */
    private Run run(String mode, Job job, Fault fault, Cure cure) throws Exception {
        Files.writeString(modes, ours + ": " + mode + "\n");
        soon("the mode is " + mode, () -> OurMetrics.of(plugin.getName(), ours + ".mode." + mode) == 1);
        job.run(Disturbance.NONE);
        Map<String, Long> before = counted();
        Disturbance disturbance = fault.anew();
        double seconds;
        try {
            long begun = System.nanoTime();
            job.run(disturbance);
            seconds = (System.nanoTime() - begun) / 1e9;
        } finally {
            cure.apply();
        }
        Map<String, Long> counted = new LinkedHashMap<>();
        counted().forEach((what, now) -> counted.put(what, now - before.get(what)));
        return new Run(seconds, counted);
    }

    /** Executors say once a second what they have counted. */
    private Map<String, Long> counted() throws InterruptedException {
        Thread.sleep(REPORTED_MILLIS);
        return counts.now();
    }
}
