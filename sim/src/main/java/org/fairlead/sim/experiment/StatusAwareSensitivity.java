package org.fairlead.sim.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.Supplier;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.experiment.ExperimentResult.Line;
import org.fairlead.sim.experiment.ExperimentResult.Sensitivity;
import org.fairlead.sim.experiment.StatusAwareSetting.Contender;

/** Varies what was chosen, one after the other: do the contenders still stand as they stood? */
final class StatusAwareSensitivity {
    private static final List<String> SHOWN =
            List.of("default fair", "disk rate", "doubled reduce slots", "fairlead", "fairlead, doubled slots");
    private static final List<Double> FACTORS = List.of(0.5, 0.75, 1.0, 1.5, 2.0);

    private final StatusAwareSetting setting;
    private final Batch batch;
    private final long firstSeed;
    private final int seeds;

    StatusAwareSensitivity(StatusAwareSetting setting, Batch batch, long firstSeed, int seeds) {
        this.setting = setting;
        this.batch = batch;
        this.firstSeed = firstSeed;
        this.seeds = seeds;
    }

    List<Sensitivity> all() {
        Cluster.Disk disk = setting.cluster().machines().get(0).disks().get(0);
        double perByte = setting.reduceSecondsPerByte();
        return List.of(
                varied(
                        "disk rate",
                        "MB/s",
                        disk.bytesPerSecond() / 1e6,
                        value -> setting.with(disks(value * 1e6, disk.seekShare(), disk.leastShare()), perByte)),
                varied(
                        "seek share",
                        "",
                        disk.seekShare(),
                        value -> setting.with(disks(disk.bytesPerSecond(), value, disk.leastShare()), perByte)),
                varied(
                        "least share",
                        "",
                        disk.leastShare(),
                        value -> setting.with(disks(disk.bytesPerSecond(), disk.seekShare(), value), perByte)),
                varied(
                        "reduce seconds per GB",
                        "s",
                        perByte * 1e9,
                        value -> setting.with(setting.cluster(), value / 1e9)));
    }

    private Sensitivity varied(
            String parameter, String unit, double frozen, DoubleFunction<StatusAwareSetting> variation) {
        List<Contender> contenders = setting.contenders().stream()
                .filter(each -> SHOWN.contains(each.name()))
                .toList();
        List<Supplier<Double>> runs = new ArrayList<>();
        for (double factor : FACTORS) {
            StatusAwareSetting varied = variation.apply(frozen * factor);
            for (Contender contender : contenders) {
                for (int i = 0; i < seeds; i++) {
                    long seed = firstSeed + i;
                    runs.add(() -> StatusAwareExperiment.one(varied, contender.policies(), seed)
                            .get("job_time_s"));
                }
            }
        }
        List<Double> times = batch.all(setting.key() + ", " + parameter, runs);
        List<Line> lines = new ArrayList<>();
        for (int at = 1; at < contenders.size(); at++) {
            List<Double> ratios = new ArrayList<>();
            for (int point = 0; point < FACTORS.size(); point++) {
                int base = point * contenders.size() * seeds;
                ratios.add(sum(times, base + at * seeds) / sum(times, base));
            }
            lines.add(new Line(contenders.get(at).name(), ratios));
        }
        List<Double> values = FACTORS.stream().map(factor -> factor * frozen).toList();
        return new Sensitivity(setting.key(), parameter, unit, values, frozen, lines);
    }

    private double sum(List<Double> times, int from) {
        return times.subList(from, from + seeds).stream()
                .mapToDouble(Double::doubleValue)
                .sum();
    }

    private Cluster disks(double bytesPerSecond, double seekShare, double leastShare) {
        Cluster.Disk disk = new Cluster.Disk(bytesPerSecond, seekShare, leastShare);
        Cluster of = setting.cluster();
        return new Cluster(
                of.name(),
                of.topology(),
                of.machines().stream()
                        .map(machine -> new Cluster.Machine(
                                machine.host(),
                                machine.mapPlaces(),
                                machine.reducePlaces(),
                                machine.processors(),
                                machine.disks().stream().map(each -> disk).toList(),
                                machine.stores(),
                                machine.processorPool()))
                        .toList(),
                of.framework(),
                of.fileSystem(),
                of.costs(),
                of.neighbours());
    }
}
