// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.skewaware;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.fairlead.sim.calibration.Constants;
import org.fairlead.sim.calibration.CoordinateSearch;
import org.fairlead.sim.experiment.Batch;
import org.fairlead.sim.experiment.ExperimentResult;
import org.fairlead.sim.experiment.ExperimentResult.Sensitivity;
import org.fairlead.sim.experiment.ExperimentTable;
import org.fairlead.sim.experiment.FitTarget;
import org.fairlead.sim.experiment.PublishedExperiment;
import org.fairlead.sim.experiment.Sensitivities;
import org.fairlead.sim.experiment.skewaware.SkewAwareSite.Times;

/**
 * The experiment of the skew-aware paper's appendix (H. Daikoku, H. Kawashima, O. Tatebe, Skew-Aware Collective Communication for MapReduce Shuffling, 2019): 128 hosts without disks exchange skewed
 * blocks; what exceeds a host's memory goes into that of others, or into a slow or a fast shared store.
 */
public final class SkewAwareExperiment implements PublishedExperiment {
    private static final String SOURCE =
            "H. Daikoku, H. Kawashima, O. Tatebe, Skew-Aware Collective Communication for MapReduce Shuffling, IEICE 2019, appendix";
    private static final String SETTING = "oakforest-pacs";
    private static final String RATIO = "over_sms";
    private static final int HALVINGS = 12;
    private static final int SMALL_HOSTS = 32;
    private static final List<String> VARIED = List.of(
            SkewAwareContender.SMS,
            SkewAwareContender.SLOW,
            SkewAwareContender.FAST,
            SkewAwareContender.OURS_SLOW,
            SkewAwareContender.OURS_FAST);
    private static final List<Double> FACTORS = List.of(0.5, 0.75, 0.9, 1.0, 1.1, 1.5, 2.0);

    private final Batch batch;

    public SkewAwareExperiment(Batch batch) {
        this.batch = batch;
    }

    /** @param scale {@code small} (a quarter of the hosts, no sensitivity) or {@code paper} */
    @Override
    public ExperimentResult run(String scale, long firstSeed, int seeds) {
        boolean small = scale.equals("small");
        return of(scale, small ? SMALL_HOSTS : SkewAwareSite.PAPERS_HOSTS, !small, firstSeed, seeds);
    }

    ExperimentResult of(String scale, int hosts, boolean varies, long firstSeed, int seeds) {
        Constants constants = frozen();
        SkewAwareSite interconnect = new SkewAwareSite(constants, false, hosts);
        SkewAwareSite sockets = new SkewAwareSite(constants, true, hosts);
        ExperimentTable fast = table(interconnect, firstSeed, seeds);
        ExperimentTable slow = table(sockets, firstSeed, seeds);
        List<Sensitivity> sensitivities = new ArrayList<>();
        if (varies) {
            sensitivities.addAll(sensitivities(fast.key(), interconnect, SkewAwareTable.HIGHEST, firstSeed));
            sensitivities.addAll(sensitivities(slow.key(), sockets, SkewAwareTable.NEXT, firstSeed));
        }
        return new ExperimentResult(
                "skew-aware",
                SOURCE,
                scale,
                firstSeed,
                seeds,
                List.of(fast, slow),
                ExperimentResult.Parameter.of("", constants),
                sensitivities,
                SkewAwareNotes.of(fast, slow));
    }

    private List<Sensitivity> sensitivities(String table, SkewAwareSite site, double skewness, long seed) {
        return new Sensitivities(table, VARIED, FACTORS, seed, 1, batch)
                .of(site.constants(), (constants, contender, one) -> new SkewAwareSite(
                                constants, site.sockets(), site.hosts())
                        .run(SkewAwareContender.named(contender), skewness, one)
                        .seconds());
    }

    private static Constants frozen() {
        return Constants.from(Constants.resource(SkewAwareExperiment.class, "frozen.yaml")
                .allow(SETTING)
                .required(SETTING));
    }

    private ExperimentTable table(SkewAwareSite site, long firstSeed, int seeds) {
        List<Supplier<Times>> runs = new ArrayList<>();
        for (SkewAwareContender contender : SkewAwareContender.ALL) {
            for (double skewness : SkewAwareTable.SKEWNESS) {
                for (int i = 0; i < seeds; i++) {
                    long seed = firstSeed + i;
                    runs.add(() -> site.run(contender, skewness, seed));
                }
            }
        }
        List<Times> ended = batch.all(site.sockets() ? "sockets" : "interconnect", runs);
        Map<String, List<List<Times>>> byContender = new HashMap<>();
        int next = 0;
        for (SkewAwareContender contender : SkewAwareContender.ALL) {
            List<List<Times>> bySkewness = new ArrayList<>();
            for (int at = 0; at < SkewAwareTable.SKEWNESS.size(); at++) {
                bySkewness.add(ended.subList(next, next + seeds));
                next += seeds;
            }
            byContender.put(contender.name(), bySkewness);
        }
        return SkewAwareTable.of(site, byContender);
    }

    /** Both stores' rates, with all of the paper's hosts at either scale. */
    @Override
    public List<FitTarget.Fitted> calibrate(String scale, long firstSeed, int seeds, Consumer<String> progress)
            throws InterruptedException {
        List<FitTarget> aims = List.of(
                new FitTarget(SkewAwareContender.SLOW, RATIO, true, 2.49, 1),
                new FitTarget(SkewAwareContender.FAST, RATIO, true, 1.39, 1));
        CoordinateSearch search = new CoordinateSearch(
                HALVINGS,
                List.of(),
                constants -> FitTarget.distance(aims, SkewAwareContender.SMS, reached(constants, firstSeed, seeds)),
                progress);
        Constants found = search.fit(frozen());
        FitTarget.lines(aims, SkewAwareContender.SMS, reached(found, firstSeed, seeds))
                .forEach(progress);
        return List.of(new FitTarget.Fitted(SETTING, found));
    }

    private FitTarget.Reached reached(Constants constants, long firstSeed, int seeds) {
        SkewAwareSite site = new SkewAwareSite(constants, false, SkewAwareSite.PAPERS_HOSTS);
        List<String> names = List.of(SkewAwareContender.SMS, SkewAwareContender.SLOW, SkewAwareContender.FAST);
        List<Supplier<Double>> runs = new ArrayList<>();
        for (String name : names) {
            for (int i = 0; i < seeds; i++) {
                long seed = firstSeed + i;
                runs.add(() -> site.run(SkewAwareContender.named(name), SkewAwareTable.HIGHEST, seed)
                        .seconds());
            }
        }
        List<Double> ended = batch.all(SETTING, runs);
        return (contender, metric) -> {
            int first = names.indexOf(contender) * seeds;
            return ended.subList(first, first + seeds).stream()
                    .mapToDouble(Double::doubleValue)
                    .average()
                    .orElseThrow();
        };
    }
}
