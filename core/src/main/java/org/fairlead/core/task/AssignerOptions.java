// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import java.util.Arrays;
import java.util.List;

/**
 * What can be varied of the task assigners; each takes the part that is named for it.
 *
 * @param delay of {@code stock-hadoop}, and of what {@code status-aware} leaves to it
 * @param waits of {@code stock-spark}
 * @param bandwidth of {@code cormorant}
 * @param gates of {@code status-aware}
 * @param prediction of {@code fairlead}
 */
public record AssignerOptions(Delay delay, Waits waits, Bandwidth bandwidth, Gates gates, Prediction prediction) {
    public static final AssignerOptions USUAL =
            new AssignerOptions(Delay.NONE, Waits.USUAL, Bandwidth.USUAL, Gates.EC2, Prediction.USUAL);

    public AssignerOptions with(Delay other) {
        return new AssignerOptions(other, waits, bandwidth, gates, prediction);
    }

    public AssignerOptions with(Waits other) {
        return new AssignerOptions(delay, other, bandwidth, gates, prediction);
    }

    public AssignerOptions with(Bandwidth other) {
        return new AssignerOptions(delay, waits, other, gates, prediction);
    }

    public AssignerOptions with(Gates other) {
        return new AssignerOptions(delay, waits, bandwidth, other, prediction);
    }

    public AssignerOptions with(Prediction other) {
        return new AssignerOptions(delay, waits, bandwidth, gates, other);
    }

    /** How delays are counted. */
    public enum Unit {
        SKIPS,
        SECONDS
    }

    /**
     * Delay scheduling.
     *
     * @param host skips or seconds before a task may run in the rack of its input
     * @param rack skips or seconds more before it may run anywhere
     */
    public record Delay(Unit unit, double host, double rack) {
        public static final Delay NONE = new Delay(Unit.SECONDS, 0, 0);

        public Delay {
            Bounds.atLeastZero("a delay", host);
            Bounds.atLeastZero("a delay", rack);
        }

        public static Delay skips(int host, int rack) {
            return new Delay(Unit.SKIPS, host, rack);
        }

        public static Delay seconds(double host, double rack) {
            return new Delay(Unit.SECONDS, host, rack);
        }
    }

    /**
     * Locality wait.
     *
     * @param hostSeconds {@code spark.locality.wait.node}
     * @param rackSeconds {@code spark.locality.wait.rack}
     * @param racks whether the scheduler knows racks, as it does on YARN
     * @param rounds whether who offers slots reports rounds ({@link TaskAssigner#roundEnded}), which Spark's rule since 3.1 is about; else its
     *     rule of before is followed, {@code spark.locality.wait.legacyResetOnTaskLaunch}
     */
    public record Waits(double hostSeconds, double rackSeconds, boolean racks, boolean rounds) {
        public static final Waits USUAL = new Waits(3, 3, true, false);

        public Waits {
            Bounds.atLeastZero("a wait", hostSeconds);
            Bounds.atLeastZero("a wait", rackSeconds);
        }

        /** The same waits of a scheduler that knows no racks. */
        public Waits withoutRacks() {
            return new Waits(hostSeconds, rackSeconds, false, rounds);
        }

        /** The same waits where rounds are reported, or are not. */
        public Waits withRounds(boolean reported) {
            return new Waits(hostSeconds, rackSeconds, racks, reported);
        }
    }

    /**
     * Choosing by available bandwidth.
     *
     * @param threshold a share of the receiving host's link, 0 to 1; a task whose best path has no more is declined
     * @param mostDeclineSeconds without a launch, until the threshold is passed over
     * @param mostLooks at hosts that hold input
     */
    public record Bandwidth(double threshold, double mostDeclineSeconds, int mostLooks) {
        public static final Bandwidth USUAL = new Bandwidth(0.1, 30, 1024);

        public Bandwidth {
            Bounds.share("the threshold", threshold);
            Bounds.atLeastZero("the longest decline", mostDeclineSeconds);
            Bounds.atLeastOne("looks", mostLooks);
        }
    }

    /**
     * Gates on a host's status.
     *
     * @param receive whether the receive rate counts
     * @param potential whether bytes still to receive count
     * @param disk whether the disks' busy share counts
     * @param receiveShare receive rate above which the gate is shut, as a share of the host's link
     * @param potentialSeconds bytes still to receive above which the gate is shut, in seconds of the host's link
     * @param diskBusy mean busy share of a host's disks above which the gate is shut
     * @param mostDeclineSeconds without a launch, until the gates are passed over
     */
    public record Gates(
            boolean receive,
            boolean potential,
            boolean disk,
            double receiveShare,
            double potentialSeconds,
            double diskBusy,
            double mostDeclineSeconds) {
        /** The paper's thresholds for its laboratory's cluster. */
        public static final Gates LAB = new Gates(true, true, true, 0.16, 0.8, 0.3, 60);
        /** The paper's thresholds for its cluster at EC2. */
        public static final Gates EC2 = new Gates(true, true, true, 0.3, 1.2, 0.4, 60);

        public Gates {
            Bounds.share("the receive rate", receiveShare);
            Bounds.atLeastZero("the bytes still to receive", potentialSeconds);
            Bounds.share("the disks' busy share", diskBusy);
            Bounds.atLeastZero("the longest decline", mostDeclineSeconds);
        }

        /** The same thresholds with these gates only. */
        public Gates only(boolean receiveCounts, boolean potentialCounts, boolean diskCounts) {
            return new Gates(
                    receiveCounts,
                    potentialCounts,
                    diskCounts,
                    receiveShare,
                    potentialSeconds,
                    diskBusy,
                    mostDeclineSeconds);
        }
    }

    /**
     * Choosing by predicted completion.
     *
     * @param mostLooks at hosts that hold input
     * @param sample hosts, besides those that hold a task's input, where it might end sooner
     * @param slowHosts what becomes of hosts that are slow, where plans are made
     */
    public record Prediction(int mostLooks, int sample, SlowHosts slowHosts) {
        public static final Prediction USUAL = new Prediction(256, 16);

        public Prediction {
            Bounds.atLeastOne("looks", mostLooks);
            Bounds.atLeastOne("hosts of the sample", sample);
        }

        /** With slow hosts avoided. */
        public Prediction(int mostLooks, int sample) {
            this(mostLooks, sample, SlowHosts.AVOIDED);
        }

        public Prediction with(SlowHosts other) {
            return new Prediction(mostLooks, sample, other);
        }
    }

    /** What becomes of hosts on which tasks take longer than elsewhere. */
    public enum SlowHosts {
        /** They are counted on to be as fast as others. */
        ALIKE("off"),
        /** Tasks avoid them by as much as they are slow. */
        AVOIDED("on"),
        /** The same; and tasks that run there get another attempt elsewhere that is predicted to end sooner. */
        COPIED("copies");

        private final String label;

        SlowHosts(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }

        /** Whether it is looked which hosts are slow. */
        public boolean arePaced() {
            return this != ALIKE;
        }

        public static List<String> labels() {
            return Arrays.stream(values()).map(SlowHosts::label).toList();
        }

        /** @throws IllegalArgumentException that says what is accepted */
        public static SlowHosts named(String label) {
            return Arrays.stream(values())
                    .filter(each -> each.label.equals(label))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no answer to slow hosts is called '" + label
                            + "'; accepted: " + String.join(", ", labels())));
        }
    }

    /** Apart, so that making a part makes none of the constants above, which consist of parts: whoever made a part first had null in them. */
    private static final class Bounds {
        private Bounds() {}

        static void atLeastZero(String what, double value) {
            if (!(value >= 0) || Double.isInfinite(value)) {
                throw new IllegalArgumentException(what + " must be at least 0 and finite, not " + value);
            }
        }

        static void share(String what, double value) {
            if (!(value >= 0 && value <= 1)) {
                throw new IllegalArgumentException(what + " must be from 0 to 1, not " + value);
            }
        }

        static void atLeastOne(String what, int value) {
            if (value < 1) {
                throw new IllegalArgumentException(what + " must be at least 1, not " + value);
            }
        }
    }
}
