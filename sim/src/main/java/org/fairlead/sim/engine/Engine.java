// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.engine;

import java.util.function.BooleanSupplier;
import org.fairlead.core.flow.SharingRule;

/**
 * Simulated time and activities that share resources. An activity has an amount, in bytes or in whatever the resources' capacities
 * are per second, and ends when it has been served in full. The engine knows nothing of networks: a resource is a number with a capacity.
 * Deterministic: the same calls give the same run, to the last bit. Not safe for threads.
 *
 * <p>Time is a double, in seconds, from 0. It advances from one <em>instant</em> to the next: the earliest timer or predicted end.
 * Between two instants all rates are constant; they are solved once, after all that happens at an instant. An activity that lacks b at
 * rate r at time t is predicted to end at t + b/r. What is predicted to end within a share of {@value #SAME_INSTANT} of the present time
 * after it ends now: the difference is one of rounding.
 *
 * <p>At one instant, ends come first, in the order of their predicted time, then of the bundle's number, then of the start. Then timers come,
 * by kind (the lowest first), then in the order in which they were set. A timer that is set for now or earlier fires at this
 * instant still. What a reaction starts that has nothing to do ends at this time too, in another round after this one.
 *
 * <p>Activities with the same resources, weight, minimum and cap have the same rate, and are served as one bundle.
 *
 * <p><em>Owners</em>: activities may belong to an owner, who has one share of weight 1 however many they are. When they use the same
 * resources, they divide it by the same rule with their own weights, minima and caps: what a capped one leaves goes to its siblings
 * first. When they use several sets of resources, each set has a weight of its share of the owner's activities. The minimum and
 * the cap of a set are the sums of its activities'.
 */
public final class Engine {
    /** Share of the present time within which a predicted end counts as now. */
    public static final double SAME_INSTANT = 1e-12;

    /** For activities with a share of their own. */
    public static final int NO_OWNER = Groups.NOBODY;

    private static final int LOOK_EVERY = 1024;

    private final EventHandler reactions;
    private final SharedService service;
    private final Timers timers = new Timers();
    private final SharedService.Want want = new SharedService.Want();
    private double now;
    private double step;
    private long ended;

    /** @param capacities of the resources, at least 0 and finite */
    public Engine(SharingRule rule, double[] capacities, EventHandler reactions) {
        this.reactions = reactions;
        service = new SharedService(rule, capacities);
    }

    /**
     * Lets instants be at whole multiples of a step only: what would happen between two happens at the later one, so that rates are
     * solved once for all of it. What has ended keeps its share until then.
     *
     * @param seconds 0 for every instant as it comes
     */
    public void step(double seconds) {
        if (!(seconds >= 0) || Double.isInfinite(seconds)) {
            throw new IllegalArgumentException("a step must be at least 0 s and finite, not " + seconds);
        }
        step = seconds;
    }

    private double onStep(double seconds) {
        return step == 0
                ? seconds
                : Math.max(seconds, Math.ceil(seconds / step - SAME_INSTANT * seconds / step) * step);
    }

    /** Seconds of simulated time. */
    public double now() {
        return now;
    }

    /** Sets a timer. */
    public void at(double seconds, int kind, long payload) {
        if (!(seconds >= 0) || Double.isInfinite(seconds)) {
            throw new IllegalArgumentException("a timer's time must be at least 0 and finite, not " + seconds);
        }
        timers.add(seconds, kind, payload);
    }

    /** Starts an activity of weight 1 that uses each resource once. */
    public int start(int[] resources, double amount, long payload) {
        return start(resources, SharedService.NO_USAGES, 1, 0, Double.POSITIVE_INFINITY, NO_OWNER, amount, payload);
    }

    /**
     * Starts an activity.
     *
     * @param resources that it uses; kept, not copied
     * @param usages of each resource; empty for once each; kept, not copied
     * @param cap per second at most; infinite for none
     * @param owner a small number, at least 0, or {@link #NO_OWNER}
     * @param amount at least 0
     * @param payload what {@link EventHandler#ended} is given
     * @return its number, until it has ended
     */
    public int start(
            int[] resources,
            double[] usages,
            double weight,
            double minimum,
            double cap,
            int owner,
            double amount,
            long payload) {
        if (!(amount >= 0) || Double.isInfinite(amount)) {
            throw new IllegalArgumentException("an amount must be at least 0 and finite, not " + amount);
        }
        want.weight = weight;
        want.minimum = minimum;
        want.cap = cap;
        want.owner = owner;
        return service.join(want, resources, usages, amount, payload, now);
    }

    /** Takes an activity away before its end; nothing is reported. */
    public void cancel(int activity) {
        service.leave(activity, now);
        service.activities.remove(activity);
    }

    /** Lets an activity go on over other resources with what remains of its amount. */
    public void move(int activity, int[] resources) {
        service.move(activity, resources, SharedService.NO_USAGES, now);
    }

    /**
     * The same over resources that it uses more or less than once.
     *
     * @param resources kept, not copied
     * @param usages of each resource; empty for once each; kept, not copied
     */
    public void move(int activity, int[] resources, double[] usages) {
        service.move(activity, resources, usages, now);
    }

    /**
     * Changes what an activity is guaranteed, which counts from now on if the rule heeds minima.
     *
     * @param minimum per second at least, at least 0 and finite
     */
    public void guarantee(int activity, double minimum) {
        service.guarantee(activity, minimum, now);
    }

    /** Changes a resource's capacity from now on. */
    public void capacity(int resource, double capacity) {
        service.capacity(resource, capacity);
    }

    /** What a resource can carry per second now. */
    public double capacity(int resource) {
        return service.rates().capacity(resource);
    }

    /** What a resource carries per second, as of the last instant for which rates were solved. */
    public double load(int resource) {
        return service.rates().load(resource);
    }

    /**
     * Adds to a sum of each resource, the first ones if there are fewer sums, what it could have carried besides in so many seconds at the rates of the last instant for which they were
     * solved.
     */
    public void addLeft(double seconds, double[] sums) {
        service.rates().addLeft(seconds, sums);
    }

    /** What an activity lacks. */
    public double remaining(int activity) {
        return service.remaining(activity, now);
    }

    /** An activity's rate per second, as of the last instant for which rates were solved; 0 before its first. */
    public double rate(int activity) {
        return service.rate(activity);
    }

    /** The resources that an activity uses; not a copy. */
    public int[] resources(int activity) {
        return service.path(activity);
    }

    /** Activities that have started and not ended. */
    public int running() {
        return service.activities.running();
    }

    /** Whether any activity had a rate above 0 when the rates were last solved. */
    public boolean progresses() {
        return service.ends.lowestKey() < Double.POSITIVE_INFINITY;
    }

    /** Solves now for all that has changed, for those who must know rates within an instant. */
    public void settle() {
        service.settle(now);
    }

    /**
     * Runs until nothing can happen any more: no timer is set, and every activity that still runs has a rate of 0.
     *
     * @param goOn asked every {@value #LOOK_EVERY} instants
     * @return whether it came that far
     */
    public boolean run(BooleanSupplier goOn) {
        for (long instant = 1; ; instant++) {
            service.settle(now);
            double end = service.ends.lowestKey();
            double timer = timers.earliest();
            double next = Math.min(end, timer);
            if (next == Double.POSITIVE_INFINITY) {
                return true;
            }
            if (instant % LOOK_EVERY == 0 && !goOn.getAsBoolean()) {
                return false;
            }
            now = Math.max(now, onStep(next));
            endDue();
            while (timers.earliest() <= now) {
                int kind = timers.kind();
                long payload = timers.payload();
                timers.removeEarliest();
                reactions.timer(kind, payload);
            }
        }
    }

    private void endDue() {
        double due = now + SAME_INSTANT * now;
        while (service.ends.lowestKey() <= due) {
            int bundle = service.ends.lowest();
            service.bundles.advance(bundle, now);
            int activity = service.bundles.first(bundle);
            service.bundles.reachFirst(bundle);
            long payload = service.activities.payload[activity];
            service.leave(activity, now);
            ended++;
            reactions.ended(activity, payload);
            service.activities.remove(activity);
        }
    }

    /** How many activities have ended. */
    public long ended() {
        return ended;
    }

    /** One past the highest activity number so far. */
    public int bound() {
        return service.activities.bound();
    }

    /** Whether a number is that of a running activity. */
    public boolean runs(int activity) {
        return service.activities.bundle[activity] >= 0;
    }

    /** What an activity was started with. */
    public long payload(int activity) {
        return service.activities.payload[activity];
    }
}
