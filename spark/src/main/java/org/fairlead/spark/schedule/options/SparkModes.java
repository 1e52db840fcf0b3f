// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule.options;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.ModeSwitch;
import org.fairlead.protocol.yaml.YamlNode;
import org.fairlead.report.Amounts;

/**
 * The modes in force at a moment. A modes file has the keys {@code mode}, {@code pools} (a mode by pool's name), {@code canary-share}, {@code prefetch}, {@code shuffle} and
 * {@code all}, which counts for every pool: {@code all: off} stops everything, and so does {@code all: observe}, but that it counts on.
 *
 * @param application of pools that have none of their own
 * @param byPool by a fair pool's name
 * @param canaryShare share of the stages, of the blocks that are fetched ahead and of the shuffles whose output is copied, 0 to 1, that count in {@link Mode#CANARY}
 * @param prefetch of fetching input ahead
 * @param shuffle of copying map output while its stage runs
 */
public record SparkModes(Mode application, Map<String, Mode> byPool, double canaryShare, Mode prefetch, Mode shuffle)
        implements ModeSwitch.Modes<SparkModes> {
    public SparkModes {
        byPool = Map.copyOf(byPool);
        if (!(canaryShare >= 0 && canaryShare <= 1)) {
            throw new IllegalArgumentException("'" + canaryShare + "' is not a share between 0 and 1");
        }
    }

    /** Without fetching ahead and copying. */
    public SparkModes(Mode application, Map<String, Mode> byPool, double canaryShare) {
        this(application, byPool, canaryShare, Mode.OFF, Mode.OFF);
    }

    public static SparkModes of(Mode application) {
        return new SparkModes(application, Map.of(), 0.1);
    }

    public Mode of(String pool) {
        return byPool.getOrDefault(pool, application);
    }

    /** Whether stock decides everywhere. */
    public boolean enforceNothing() {
        return isPassive(application) && byPool.values().stream().allMatch(SparkModes::isPassive);
    }

    private static boolean isPassive(Mode mode) {
        return mode == Mode.OFF || mode == Mode.OBSERVE;
    }

    /** Whether nothing of ours is to run in any pool. */
    public boolean areOff() {
        return application == Mode.OFF && byPool.values().stream().allMatch(mode -> mode == Mode.OFF);
    }

    /** In words: {@code canary (10 % of the stages count)}, {@code enforce, pool etl: off}. */
    public String words() {
        String pools = new TreeMap<>(byPool)
                .entrySet().stream()
                        .map(entry -> ", pool " + entry.getKey() + ": "
                                + entry.getValue().label())
                        .collect(Collectors.joining());
        return switch (application) {
                    case OFF -> "off (stock decides)";
                    case OBSERVE -> "observe (stock decides, ours is only counted)";
                    case CANARY -> "canary (ours counts in " + Amounts.percent(canaryShare) + " of the stages)";
                    case ENFORCE -> "enforce (ours counts)";
                }
                + pools;
    }

    @Override
    public SparkModes overriddenBy(YamlNode file) {
        file.allow("all", "mode", "pools", "canary-share", "prefetch", "shuffle");
        Optional<Mode> all = file.optional("all").map(node -> node.as(Mode::of));
        Map<String, Mode> pools = new HashMap<>(byPool);
        file.optional("pools")
                .ifPresent(named -> named.mapping().forEach((pool, node) -> pools.put(pool, node.as(Mode::of))));
        double share =
                file.optional("canary-share").map(node -> node.number(0, 1)).orElse(canaryShare);
        Mode ahead = file.optional("prefetch").map(node -> node.as(Mode::of)).orElse(prefetch);
        Mode copies = file.optional("shuffle").map(node -> node.as(Mode::of)).orElse(shuffle);
        if (all.isPresent()) {
            return new SparkModes(all.get(), Map.of(), share, within(all.get(), ahead), within(all.get(), copies));
        }
        return new SparkModes(
                file.optional("mode").map(node -> node.as(Mode::of)).orElse(application), pools, share, ahead, copies);
    }

    /** Nothing is fetched ahead or copied where nothing else of ours counts. */
    private static Mode within(Mode all, Mode ahead) {
        return switch (all) {
            case OFF -> Mode.OFF;
            case OBSERVE -> ahead.observing();
            case CANARY, ENFORCE -> ahead;
        };
    }

    @Override
    public SparkModes observing() {
        Map<String, Mode> pools = new HashMap<>();
        byPool.forEach((pool, mode) -> pools.put(pool, mode.observing()));
        return new SparkModes(application.observing(), pools, canaryShare, prefetch.observing(), shuffle.observing());
    }
}
