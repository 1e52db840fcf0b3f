// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.simulate;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.fairlead.sim.workload.Workload;
import org.fairlead.sim.workload.generated.FacebookMix;
import org.fairlead.sim.workload.generated.FlexFetchJobs;
import org.fairlead.sim.workload.generated.SinbadWriters;
import org.fairlead.sim.workload.generated.SortJobs;
import org.fairlead.sim.workload.swim.SwimTrace;
import picocli.CommandLine.Option;

/** What a workload of a kind, or of a trace of SWIM, may be told; each option belongs to some of them. */
final class WorkloadOptions {
    static final List<String> KINDS =
            List.of("flexfetch-macro", "flexfetch-cardinal", "sort-jobs", "sinbad-writers", "facebook-mix");

    private static final Map<String, Set<String>> ACCEPTED = Map.of(
            "flexfetch-macro", Set.of("--rounds", "--gap", "--block-size"),
            "flexfetch-cardinal", Set.of("--jobs", "--gap", "--large-gap", "--block-size"),
            "sort-jobs", Set.of("--jobs", "--maps", "--reduces", "--bytes", "--gap", "--own-files"),
            "sinbad-writers", Set.of("--jobs", "--hours", "--most-writers"),
            "facebook-mix",
                    Set.of(
                            "--jobs",
                            "--tasks",
                            "--hours",
                            "--diurnal",
                            "--block-size",
                            "--most-maps",
                            "--most-reduces"),
            "swim",
                    Set.of(
                            "--block-size",
                            "--bytes-per-reducer",
                            "--most-reduces",
                            "--time-scale",
                            "--byte-scale",
                            "--sample"));

    @Option(names = "--jobs", paramLabel = "N", description = "how many")
    private Integer jobs;

    @Option(names = "--tasks", paramLabel = "N", description = "of all jobs, met within 1 %%")
    private Long tasks;

    @Option(names = "--hours", paramLabel = "H", description = "within which jobs are submitted")
    private Double hours;

    @Option(names = "--diurnal", paramLabel = "SHARE", description = "how far the peak is above the mean, from 0 to 1")
    private Double diurnal;

    @Option(names = "--rounds", paramLabel = "N", description = "how often all jobs of the table come")
    private Integer rounds;

    @Option(names = "--gap", paramLabel = "S", description = "seconds between two submissions")
    private Double gap;

    @Option(names = "--large-gap", paramLabel = "S", description = "seconds between two large jobs")
    private Double largeGap;

    @Option(names = "--maps", paramLabel = "N", description = "of each job")
    private Integer maps;

    @Option(names = "--reduces", paramLabel = "N", description = "of each job")
    private Integer reduces;

    @Option(names = "--bytes", paramLabel = "SIZE", description = "of input of each job, such as 5GiB")
    private String bytes;

    @Option(names = "--own-files", description = "each job reads a file of its own, instead of all the same one")
    private boolean ownFiles;

    @Option(names = "--most-writers", paramLabel = "N", description = "of a job")
    private Integer mostWriters;

    @Option(names = "--most-maps", paramLabel = "N", description = "of a job")
    private Integer mostMaps;

    @Option(names = "--most-reduces", paramLabel = "N", description = "of a job")
    private Integer mostReduces;

    @Option(names = "--block-size", paramLabel = "SIZE", description = "of the files that are read, such as 64MiB")
    private String blockSize;

    @Option(names = "--bytes-per-reducer", paramLabel = "SIZE", description = "of shuffle or output, such as 1GiB")
    private String bytesPerReducer;

    @Option(names = "--time-scale", paramLabel = "X", description = "by which times are multiplied")
    private Double timeScale;

    @Option(names = "--byte-scale", paramLabel = "X", description = "by which bytes are multiplied")
    private Double byteScale;

    @Option(names = "--sample", paramLabel = "SHARE", description = "of the jobs that are kept, from 0 to 1")
    private Double sample;

    /** @throws IllegalArgumentException if there is no such kind */
    static Set<String> acceptedBy(String kind) {
        if (!ACCEPTED.containsKey(kind)) {
            throw new IllegalArgumentException("no kind '" + kind + "'; there are " + String.join(", ", KINDS));
        }
        return ACCEPTED.get(kind);
    }

    Workload workload(String kind, long seed) {
        return switch (kind) {
            case "flexfetch-macro" -> {
                FlexFetchJobs.Macro usual = FlexFetchJobs.Macro.PUBLISHED;
                yield FlexFetchJobs.macro(
                        new FlexFetchJobs.Macro(
                                or(rounds, usual.rounds()),
                                or(gap, usual.gapSeconds()),
                                blockBytes(usual.blockBytes())),
                        seed);
            }
            case "flexfetch-cardinal" -> {
                FlexFetchJobs.Cardinal usual = FlexFetchJobs.Cardinal.USUAL;
                yield FlexFetchJobs.cardinal(new FlexFetchJobs.Cardinal(
                        or(jobs, usual.small()),
                        or(gap, usual.gapSeconds()),
                        or(largeGap, usual.largeGapSeconds()),
                        blockBytes(usual.blockBytes())));
            }
            case "sort-jobs" -> {
                SortJobs.Options usual = SortJobs.Options.LAB;
                yield SortJobs.workload(new SortJobs.Options(
                        or(jobs, usual.jobs()),
                        or(maps, usual.maps()),
                        or(reduces, usual.reduces()),
                        bytes == null ? usual.bytes() : SimulateWorkloadCommand.bytes("--bytes", bytes),
                        or(gap, usual.gapSeconds()),
                        ownFiles,
                        usual.mapSecondsPerByte(),
                        usual.reduceSecondsPerByte()));
            }
            case "sinbad-writers" -> {
                SinbadWriters.Options usual = SinbadWriters.Options.USUAL;
                double seconds = hours == null ? usual.seconds() : hours * 3600;
                yield SinbadWriters.workload(
                        new SinbadWriters.Options(
                                or(jobs, usual.jobs()), seconds, or(mostWriters, usual.mostWriters())),
                        seed);
            }
            default -> facebookMix(seed);
        };
    }

    private Workload facebookMix(long seed) {
        FacebookMix.Options usual = FacebookMix.Options.DAY;
        return FacebookMix.workload(
                new FacebookMix.Options(
                        or(jobs, usual.jobs()),
                        or(tasks, usual.tasks()),
                        or(hours, usual.hours()),
                        or(diurnal, usual.diurnal()),
                        blockBytes(usual.blockBytes()),
                        or(mostMaps, usual.mostMaps()),
                        or(mostReduces, usual.mostReduces())),
                seed);
    }

    SwimTrace.Options swim(long seed) {
        SwimTrace.Options usual = SwimTrace.Options.USUAL;
        return new SwimTrace.Options(
                blockBytes(usual.blockBytes()),
                bytesPerReducer == null
                        ? usual.bytesPerReducer()
                        : SimulateWorkloadCommand.bytes("--bytes-per-reducer", bytesPerReducer),
                or(mostReduces, usual.mostReducers()),
                or(timeScale, usual.timeScale()),
                or(byteScale, usual.byteScale()),
                or(sample, usual.sampleShare()),
                seed,
                usual.computeSecondsPerByte());
    }

    private long blockBytes(long usual) {
        return blockSize == null ? usual : SimulateWorkloadCommand.bytes("--block-size", blockSize);
    }

    /** @param given null when the option was not given */
    private static <T> T or(T given, T usual) {
        return Optional.ofNullable(given).orElse(usual);
    }
}
