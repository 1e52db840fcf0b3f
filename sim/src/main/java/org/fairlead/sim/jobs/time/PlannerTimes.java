// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.time;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.fairlead.core.plan.PlanningIntervals;

/**
 * When the planner of an application works and rests, by {@link PlanningIntervals}, as in the plug-in. Plans take time by their choices, and count once they are made.
 *
 * @param <P> what is made
 */
public final class PlannerTimes<P> {
    /** Of a choice; assumed. {@code TaskBenchmark} prints what it is on a machine. */
    private static final double CHOICE_SECONDS = 8e-6;
    /** Of a plan besides its choices; assumed. */
    private static final double PLAN_SECONDS = 0.3e-3;

    private final int application;
    private final DoubleSupplier seconds;
    private final Timers timers;
    /** Plans that were made and are to count from a time on. */
    private final List<Made<P>> made = new ArrayList<>();
    /** Until when it works or rests, deaf to those who wait. */
    private double deafUntil;

    private double nextPass = Double.POSITIVE_INFINITY;

    private record Made<T>(double atSeconds, T plan) {}

    /** The clock that wakes the planner. */
    public interface Timers {
        /**
         * Sets a timer.
         *
         * @param seconds of the simulation
         * @param event {@link Event#PLAN}: a pass may begin; {@link Event#PLANNED}: a plan is made
         */
        void at(double seconds, int event, int application);
    }

    /** @param seconds now, in seconds of the simulation */
    public PlannerTimes(int application, DoubleSupplier seconds, Timers timers) {
        this.application = application;
        this.seconds = seconds;
        this.timers = timers;
    }

    /**
     * Somebody waits for a plan: a pass begins as soon as the planner has rested.
     *
     * @param uncontended whether nothing loads the network: then a pass that is due anyway is early enough
     */
    public void awaited(boolean uncontended) {
        if (!uncontended || nextPass == Double.POSITIVE_INFINITY) {
            submitted();
        }
    }

    /** There is a new stage: a pass begins as soon as the planner has rested, whether or not anybody waits, before most of the stage is launched. */
    public void submitted() {
        passAt(Math.max(deafUntil, seconds.getAsDouble()));
    }

    private void passAt(double when) {
        if (when < nextPass) {
            nextPass = when;
            timers.at(when, Event.PLAN, application);
        }
    }

    /**
     * A timer of {@link Event#PLAN}.
     *
     * @return whether a pass begins now; not where another timer came first
     */
    public boolean begins() {
        double now = seconds.getAsDouble();
        if (now < nextPass || now < deafUntil) {
            return false;
        }
        nextPass = Double.POSITIVE_INFINITY;
        return true;
    }

    /**
     * How many choices there is time for in one plan.
     *
     * @param hasPlan whether its stage has a plan already
     */
    public int mostChoices(boolean hasPlan) {
        return (int) (PolicyTime.seconds(PlanningIntervals.passNanos(hasPlan)) / CHOICE_SECONDS);
    }

    /**
     * Works at a plan.
     *
     * @param choices that it took
     * @param beginSeconds when the work at it begins, in seconds of the simulation
     * @return seconds that it takes
     */
    public double makes(P plan, int choices, double beginSeconds) {
        double work = PLAN_SECONDS + choices * CHOICE_SECONDS;
        made.add(new Made<>(beginSeconds + work, plan));
        timers.at(beginSeconds + work, Event.PLANNED, application);
        return work;
    }

    /**
     * A pass that began at this instant is over.
     *
     * @param work seconds for which the planner works, after which it rests
     * @param uncontended whether nothing loads the network: then it rests longer
     * @param goesOn whether there is to be another pass though nobody asks for it
     */
    public void worked(double work, boolean uncontended, boolean goesOn) {
        deafUntil = seconds.getAsDouble() + work * (1 + PlanningIntervals.restByWork(uncontended));
        if (goesOn) {
            passAt(deafUntil + PolicyTime.seconds(PlanningIntervals.pauseNanos(!uncontended)));
        }
    }

    /** Plans that are made by now, in the order in which they were; each is returned once. */
    public List<P> ready() {
        double now = seconds.getAsDouble();
        List<Made<P>> ready =
                made.stream().filter(each -> each.atSeconds <= now).toList();
        made.removeAll(ready);
        return ready.stream().map(Made::plan).toList();
    }
}
