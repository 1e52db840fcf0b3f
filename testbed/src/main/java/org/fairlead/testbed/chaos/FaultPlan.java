// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.chaos;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;

/**
 * Decides what is broken, when, where and for how long: a function of the seed, the length, the targets and the kinds alone.
 *
 * <p><b>Goals</b>: in a quarter of an hour each kind of fault comes at least once; what comes together is rare enough for most faults to be judged alone.
 * <b>Constraints</b>: between two steps it is quiet for as long as recovery takes and can be measured; at most two faults at a time, never
 * of the same kind or on the same host, and never two that silence a host, so that three replicas find a place.
 * <b>Algorithm</b>: kinds are dealt from a shuffled deck, which is shuffled anew when it is empty; every fifth step or so deals two, the
 * second in the midst of the first.
 *
 * <p>Times are relative, since it takes a while until what was killed works again: a step begins so many quiet seconds after all of
 * the one before is healed.
 */
public record FaultPlan(long seed, List<Step> steps) {
    private static final int LEAST_QUIET_SECONDS = 20;
    private static final int MOST_QUIET_SECONDS = 26;
    /** What healing takes in the mean: a restarted NameNode or DataNode. */
    private static final int HEALING_SECONDS = 4;

    private static final int TOGETHER_PERCENT = 20;

    public FaultPlan {
        steps = List.copyOf(steps);
    }

    /** Quiet, then one fault, or two that overlap. */
    public record Step(int quietSeconds, List<Planned> faults) {
        public Step {
            faults = List.copyOf(faults);
        }

        int seconds() {
            return quietSeconds
                    + faults.stream()
                            .mapToInt(fault -> fault.afterSeconds() + fault.seconds())
                            .max()
                            .orElse(0);
        }
    }

    /**
     * One fault.
     *
     * @param number in the plan, from 1
     * @param target a host; empty where there is only one
     * @param degree {@link FaultKind#degrees}; 0 where there is nothing to choose
     * @param afterSeconds since the first fault of its step
     */
    public record Planned(int number, FaultKind kind, String target, int degree, int afterSeconds, int seconds) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%s%s%s for %d s",
                    kind.label(),
                    target.isEmpty() ? "" : " " + target,
                    kind.degrees().isEmpty() ? "" : " (" + degree + ")",
                    seconds);
        }
    }

    /**
     * Where faults can strike.
     *
     * @param disks hosts with a file system of their own
     * @param slowDisks whether the rates of these can be changed
     */
    public record Targets(List<String> dataNodes, List<String> workers, List<String> disks, boolean slowDisks) {
        private List<String> of(FaultKind.Victim victim) {
            return switch (victim) {
                case NONE -> List.of("");
                case DATANODE -> dataNodes;
                case WORKER -> workers;
                case DISK -> disks;
                case SLOW_DISK -> slowDisks ? disks : List.of();
            };
        }
    }

    /**
     * A plan.
     *
     * @param seconds that all steps together take, about
     * @param kinds that may come; those without a target are left out
     * @throws IllegalArgumentException when none of them has a target
     */
    public static FaultPlan of(long seed, int seconds, Targets targets, Set<FaultKind> kinds) {
        List<FaultKind> possible = Arrays.stream(FaultKind.values())
                .filter(kinds::contains)
                .filter(kind -> !targets.of(kind.victim()).isEmpty())
                .toList();
        if (possible.isEmpty()) {
            throw new IllegalArgumentException("none of the faults " + kinds + " can strike here");
        }
        Random random = new Random(seed);
        Deque<FaultKind> deck = new ArrayDeque<>();
        List<Step> steps = new ArrayList<>();
        int number = 1;
        for (int used = 0; used < seconds; ) {
            int quiet = between(LEAST_QUIET_SECONDS, MOST_QUIET_SECONDS, random);
            List<Planned> faults = new ArrayList<>();
            faults.add(planned(number++, deal(deck, possible, random), 0, targets, random));
            if (random.nextInt(100) < TOGETHER_PERCENT) {
                Planned first = faults.get(0);
                Planned second = planned(number, deal(deck, possible, random), first.seconds() / 2, targets, random);
                if (mayOverlap(first, second)) {
                    faults.add(second);
                    number++;
                } else {
                    deck.addLast(second.kind());
                }
            }
            Step step = new Step(quiet, faults);
            used += step.seconds() + HEALING_SECONDS;
            if (used <= seconds || steps.isEmpty()) {
                steps.add(step);
            }
        }
        return new FaultPlan(seed, steps);
    }

    private static boolean mayOverlap(Planned first, Planned second) {
        boolean bothSilence =
                first.kind().silencesHost(first.degree()) && second.kind().silencesHost(second.degree());
        boolean sameHost = !first.target().isEmpty() && first.target().equals(second.target());
        boolean bothPolicy = isOfPolicy(first.kind()) && isOfPolicy(second.kind());
        return first.kind() != second.kind()
                && !sameHost
                && !bothSilence
                && !bothPolicy
                // A plan for processes that are not there cannot be carried out.
                && !(isOfNameNode(first.kind()) && (isOfNameNode(second.kind()) || isOfPolicy(second.kind())))
                && !(isOfNameNode(second.kind()) && isOfPolicy(first.kind()));
    }

    private static boolean isOfPolicy(FaultKind kind) {
        return kind.takesDecisionsAway();
    }

    private static boolean isOfNameNode(FaultKind kind) {
        return kind == FaultKind.STOP_NAMENODE || kind == FaultKind.KILL_NAMENODE;
    }

    private static FaultKind deal(Deque<FaultKind> deck, List<FaultKind> possible, Random random) {
        if (deck.isEmpty()) {
            List<FaultKind> kinds = new ArrayList<>(possible);
            Collections.shuffle(kinds, random);
            deck.addAll(kinds);
        }
        return deck.removeFirst();
    }

    private static Planned planned(int number, FaultKind kind, int afterSeconds, Targets targets, Random random) {
        List<String> possible = targets.of(kind.victim());
        String target = possible.get(random.nextInt(possible.size()));
        int degree = kind.degrees().isEmpty()
                ? 0
                : kind.degrees().get(random.nextInt(kind.degrees().size()));
        return new Planned(
                number, kind, target, degree, afterSeconds, between(kind.leastSeconds(), kind.mostSeconds(), random));
    }

    private static int between(int least, int most, Random random) {
        return least + random.nextInt(most - least + 1);
    }
}
