// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.chaos;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.fairlead.protocol.ClosestWord;

/** What can be done to a cluster; docs/chaos.md has a line for each. */
public enum FaultKind {
    STOP_DATANODE(Victim.DATANODE, 4, 12, true),
    KILL_DATANODE(Victim.DATANODE, 4, 20, true),
    STOP_NAMENODE(Victim.NONE, 2, 6, false),
    KILL_NAMENODE(Victim.NONE, 1, 4, false),
    STOP_WORKER(Victim.WORKER, 3, 8, false),
    KILL_EXECUTOR(Victim.WORKER, 2, 3, false),
    STOP_DRIVER(Victim.NONE, 2, 6, false),
    CUT_LINK(Victim.DATANODE, 4, 10, true),
    SLOW_LINK(Victim.DATANODE, 6, 15, false),
    LOSE_RECEIVED(Victim.DATANODE, 4, 10, false),
    LOSE_SENT(Victim.DATANODE, 4, 10, false),
    SLOW_DISK(Victim.SLOW_DISK, 6, 15, false),
    FULL_DISK(Victim.DISK, 6, 12, false),
    STEP_CLOCK(Victim.DATANODE, 2, 3, true),
    LYING_AGENT(Victim.DATANODE, 6, 15, false),
    SECOND_CONTROLLER(Victim.NONE, 8, 15, false),
    POLICY_THROWS(Victim.NONE, 6, 12, false),
    POLICY_HANGS(Victim.NONE, 6, 12, false),
    ENFORCEMENT_OFF(Victim.NONE, 6, 12, false);

    /** Among whom a target is drawn. */
    enum Victim {
        NONE,
        DATANODE,
        WORKER,
        /** A host with a file system of its own. */
        DISK,
        /** The same, with rates that can be changed. */
        SLOW_DISK
    }

    private static final int EVERYTHING_PERCENT = 100;

    private final Victim victim;
    private final int leastSeconds;
    private final int mostSeconds;
    private final boolean silences;

    FaultKind(Victim victim, int leastSeconds, int mostSeconds, boolean silences) {
        this.victim = victim;
        this.leastSeconds = leastSeconds;
        this.mostSeconds = mostSeconds;
        this.silences = silences;
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The labels of all kinds. */
    public static List<String> labels() {
        return Arrays.stream(values()).map(FaultKind::label).toList();
    }

    /** @throws IllegalArgumentException one sentence with the kind that was probably meant and those that there are */
    public static FaultKind labelled(String label) {
        return Arrays.stream(values())
                .filter(kind -> kind.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no fault is called '" + label + "'"
                        + ClosestWord.closest(label, labels())
                                .map(meant -> "; did you mean '" + meant + "'?")
                                .orElse(".")
                        + " Accepted: " + String.join(", ", labels())));
    }

    Victim victim() {
        return victim;
    }

    int leastSeconds() {
        return leastSeconds;
    }

    int mostSeconds() {
        return mostSeconds;
    }

    /** Percent, times slower, days or a kind of lie; empty where there is nothing to choose. */
    List<Integer> degrees() {
        return switch (this) {
            case SLOW_LINK, SLOW_DISK -> List.of(2, 5, 10, 50);
            case LOSE_RECEIVED, LOSE_SENT -> List.of(5, 20, EVERYTHING_PERCENT);
            case STEP_CLOCK -> List.of(1, 30, 400);
            case LYING_AGENT -> List.of(0, 1, 2);
            default -> List.of();
        };
    }

    /** Whether its target can neither take nor give blocks while it lasts. */
    boolean silencesHost(int degree) {
        boolean losesAll = (this == LOSE_RECEIVED || this == LOSE_SENT) && degree == EVERYTHING_PERCENT;
        return silences || losesAll;
    }

    /** Whether its target is as before in the moment in which it is healed, and no process has to start for that. */
    boolean isHealedAtOnce() {
        return switch (this) {
            case KILL_DATANODE, KILL_NAMENODE, KILL_EXECUTOR, STEP_CLOCK -> false;
            default -> true;
        };
    }

    /** Whether no decision of ours may count while it lasts. */
    boolean takesDecisionsAway() {
        return this == POLICY_THROWS || this == POLICY_HANGS || this == ENFORCEMENT_OFF;
    }
}
