// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.simulation;

import java.util.List;
import org.fairlead.diagnosis.replay.SelfCheck;

/**
 * What an application would have taken under other policies, or beside other traffic, also where its cluster had been otherwise.
 *
 * @param setting what it was run on
 * @param check how far its own time is met under stock, in the mean over seeds
 * @param fetching how long tasks waited for map output
 * @param busiest link under stock, without traffic of others
 * @param contenders one for each policy, in their order, then once more on the changed cluster if there is one; none where its own time is not met
 */
public record PolicyAnswer(
        Setting setting, SelfCheck check, Fetching fetching, BusiestLink busiest, List<Contender> contenders) {
    public PolicyAnswer {
        contenders = List.copyOf(contenders);
    }

    /**
     * The hosts of the log, and what was taken for granted.
     *
     * @param racks with one of all hosts that nobody names a rack of, if there are such
     * @param hostsWithoutRack that a file of racks does not name
     * @param linkBytesPerSecond of each host's link
     * @param linkIsAssumed whether nobody said so
     * @param inputOnHosts whether stored input lies on these hosts; else it comes from elsewhere, and reading it takes what it took
     * @param background whether contenders run beside traffic of others
     * @param seeds runs of each contender
     */
    public record Setting(
            int hosts,
            int racks,
            int hostsWithoutRack,
            int slots,
            double linkBytesPerSecond,
            boolean linkIsAssumed,
            boolean inputOnHosts,
            boolean background,
            int seeds) {}

    /**
     * For how long all tasks waited for map output, in milliseconds: the simulator has tasks fetch before they compute.
     *
     * @param loggedMillis by the log
     * @param simulatedMillis under stock, in the mean over seeds
     */
    public record Fetching(double loggedMillis, double simulatedMillis) {}

    /**
     * A link in its busiest span of time.
     *
     * @param name FROM->TO; empty where nothing was measured
     * @param share of its capacity, 0 to 1
     */
    public record BusiestLink(String name, double share) {
        public static final BusiestLink NONE = new BusiestLink("", 0);
    }

    /**
     * One contender.
     *
     * @param change what of the cluster is otherwise
     * @param millis from the application's start to the end of its last stage; NaN where it would never end
     * @param leastMillis end of the 95 % interval over seeds; NaN for fewer than three
     * @param mostMillis the other
     * @param far share of the stored input that was read from other hosts
     * @param gains stages by how much of their time is gained, the largest first
     */
    public record Contender(
            String policies,
            ClusterChange change,
            double millis,
            double leastMillis,
            double mostMillis,
            BusiestLink busiest,
            double far,
            List<StageGain> gains) {
        public Contender {
            gains = List.copyOf(gains);
        }

        /** Where no slot is left. */
        static Contender neverEnding(String policies, ClusterChange change) {
            return new Contender(policies, change, Double.NaN, Double.NaN, Double.NaN, BusiestLink.NONE, 0, List.of());
        }
    }

    /**
     * What a stage takes under a contender, and under stock without traffic of others; means over seeds.
     *
     * @param label as {@code 3} or {@code 3.1}
     * @param inputMillis from a task's launch until it has all its input, in the mean
     */
    public record StageGain(
            String label,
            String name,
            double stockMillis,
            double millis,
            double stockInputMillis,
            double inputMillis) {}
}
