// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.selftest;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the selftest measured; rates in bytes per second. */
public record SelftestResult(
        double seconds, List<Limit> limits, List<Sharing> sharings, List<Balance> balances, List<PathChoice> choices) {

    /** How a measurement came out. A disturbed one missed its tolerance while the machine was busy or stood still. */
    public enum Verdict {
        OK("ok"),
        FAILED("FAILED"),
        DISTURBED("disturbed: not judged"),
        NOT_REQUIRED("(for the record)");

        private final String text;

        Verdict(String text) {
            this.text = text;
        }

        static Verdict of(boolean required, boolean within, boolean disturbed) {
            if (!required) {
                return NOT_REQUIRED;
            }
            if (within) {
                return OK;
            }
            return disturbed ? DISTURBED : FAILED;
        }
    }

    /**
     * A flow alone on a link: wire rate against the rate that was set.
     *
     * @param busyShare of all processors while it was measured
     * @param stalledShare of the time, in which the whole machine stood still
     */
    public record Limit(
            String protocol,
            double set,
            double achieved,
            double error,
            double busyShare,
            double stalledShare,
            Verdict verdict) {}

    /**
     * TCP flows between all hosts against their max-min fair rates.
     *
     * @param meanError mean over flows of |goodput - ideal| / ideal
     * @param jain Jain's index of goodput / ideal: 1 when all flows are equally near to theirs
     * @param utilization mean of goodput / ideal
     * @param busyShare of all processors while it was measured
     * @param stalledShare of the time, in which the whole machine stood still
     */
    public record Sharing(
            String name,
            String queueing,
            int flows,
            double meanError,
            double worstError,
            double jain,
            double utilization,
            double busyShare,
            double stalledShare,
            Verdict verdict) {}

    /**
     * How evenly flows are spread over equal paths.
     *
     * @param greatestShare of the busiest of a rack's up-links, mean over racks
     */
    public record Balance(String name, int paths, int flows, double greatestShare, double busyShare) {}

    /**
     * Whether switches choose among equal paths by the 5-tuple.
     *
     * @param sockets that sent the same 5-tuple, one after the other
     * @param pathsOfOne how many paths their packets took: 1
     * @param tuples that differ in the source port
     * @param shares of their packets by path: even
     */
    public record PathChoice(
            String name, int sockets, int pathsOfOne, int tuples, List<Double> shares, Verdict verdict) {}

    /** The table that a person reads. */
    public String table() {
        StringBuilder text = new StringBuilder();
        text.append("Link rates: one flow on a link, wire rate against the set rate (within 2 %)\n");
        text.append(
                "  %-4s %12s %14s %8s %6s %8s\n".formatted("", "set Mbit/s", "achieved", "error", "CPU", "stalled"));
        for (Limit limit : limits) {
            text.append("  %-4s %12.0f %14.2f %7.2f%% %5.0f%% %7.1f%%  %s\n"
                    .formatted(
                            limit.protocol,
                            limit.set * 8e-6,
                            limit.achieved * 8e-6,
                            limit.error * 100,
                            limit.busyShare * 100,
                            limit.stalledShare * 100,
                            limit.verdict.text));
        }
        text.append("\n");
        text.append("Sharing: TCP between all hosts, goodput of each flow against max-min (fair queues: within 3 %)\n");
        text.append("  %-34s %-5s %6s %10s %8s %8s %7s %6s %8s\n"
                .formatted("", "queue", "flows", "mean error", "worst", "Jain", "mean", "CPU", "stalled"));
        for (Sharing one : sharings) {
            text.append("  %-34s %-5s %6d %9.2f%% %7.1f%% %8.4f %7.3f %5.0f%% %7.1f%%  %s\n"
                    .formatted(
                            one.name,
                            one.queueing,
                            one.flows,
                            one.meanError * 100,
                            one.worstError * 100,
                            one.jain,
                            one.utilization,
                            one.busyShare * 100,
                            one.stalledShare * 100,
                            one.verdict.text));
        }
        text.append("\n");
        text.append("Equal-cost paths: share of the busier of each rack's up-links (even: 1 / paths)\n");
        for (Balance balance : balances) {
            text.append("  %-34s %d paths, %d flows: %.2f  CPU %.0f%%\n"
                    .formatted(
                            balance.name,
                            balance.paths,
                            balance.flows,
                            balance.greatestShare,
                            balance.busyShare * 100));
        }
        text.append("\n");
        text.append(
                "Choice of a path: one 5-tuple takes one of them; over many each carries 18 to 32 % (even: 25 %)\n");
        for (PathChoice choice : choices) {
            text.append("  %-34s %d sockets, one 5-tuple: paths taken %d; %d 5-tuples:%s  %s\n"
                    .formatted(
                            choice.name,
                            choice.sockets,
                            choice.pathsOfOne,
                            choice.tuples,
                            choice.shares.stream()
                                    .map(share -> " %.0f %%".formatted(share * 100))
                                    .collect(Collectors.joining(",")),
                            choice.verdict.text));
        }
        text.append("\n");
        text.append("%s in %.0f s\n".formatted(passed() ? "passed" : disturbed() ? "disturbed" : "FAILED", seconds));
        return text.toString();
    }

    /** Whether every limit, every sharing with fair queues and the choice of paths are within their tolerance. */
    @JsonProperty
    public boolean passed() {
        return verdicts().allMatch(verdict -> verdict == Verdict.OK || verdict == Verdict.NOT_REQUIRED);
    }

    /** Whether what missed its tolerance may all be the machine's doing: try again when it is quiet. */
    @JsonProperty
    public boolean disturbed() {
        return !passed() && verdicts().noneMatch(verdict -> verdict == Verdict.FAILED);
    }

    private Stream<Verdict> verdicts() {
        return Stream.of(
                        limits.stream().map(Limit::verdict),
                        sharings.stream().map(Sharing::verdict),
                        choices.stream().map(PathChoice::verdict))
                .flatMap(all -> all);
    }
}
