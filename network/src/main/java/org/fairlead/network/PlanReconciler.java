// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network;

import java.time.Duration;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChanges;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.PathPlan;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a driver to the newest plan of paths and keeps it there until that plan ends; then everything is released.
 *
 * <p><b>Goals.</b> The network follows plans, not events: whatever comes in while the driver is busy or rests is one change. What a host holds ends with its plan, and with this process.
 *
 * <p><b>Constraints.</b> One plan waits at most, the newest. Whoever offers one waits for nobody. The driver is called by one thread.
 *
 * <p><b>Algorithm.</b> Each step compares what the driver holds with what the plan wants, and tells it the difference. A step follows a new plan, at least {@link #PAUSE} after the step before; the end of the plan; and three times
 * in a lifetime of what the driver holds, when it is renewed. A step that fails is tried again by the next; meanwhile what stands ends by itself. While a plan is valid an older one, by its epoch, is refused.
 *
 * <p><b>Example.</b> Plans 4, 5 and 6 come within 10 ms. The driver is told plan 4; 200 ms later, what plan 6 changes of that.
 *
 * <p><b>Source.</b> Ours; a controller that compares what is with what is wanted in place of following events is what others call reconciliation.
 */
public final class PlanReconciler implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PlanReconciler.class);
    private static final String KIND = "network driver";
    private static final long RENEWALS = 3;
    private static final long LONGEST_CLOSE_NANOS = 20_000_000_000L;

    /** Between two plans that a driver is told. */
    static final Duration PAUSE = Duration.ofMillis(200);

    private final NetworkDriver driver;
    private final IntPredicate sources;
    private final TimeSource time;
    private final RareLog log = new RareLog(LOG);
    private final Thread thread = LastingThread.of(KIND, this::live);

    private final Object lock = new Object();
    private PathPlan newest = PathPlan.NONE;
    private long epoch;
    private boolean offered;
    private boolean closed;

    // of the driver's thread
    private PathPlan told = PathPlan.NONE;
    private long followed;
    private long renewAtNanos;
    private long dueAtNanos;
    private long restUntilNanos;

    PlanReconciler(NetworkDriver driver, IntPredicate sources, TimeSource time) {
        this.driver = driver;
        this.sources = sources;
        this.time = time;
        renewAtNanos = time.nanoTime();
        dueAtNanos = renewAtNanos;
        restUntilNanos = renewAtNanos;
    }

    /**
     * Begins to work on a thread of its own, which belongs to the network namespace of the calling one.
     *
     * @param driver is the reconciler's from now on
     * @param sources hosts by index: what they send is what the driver is told of
     */
    public static PlanReconciler start(NetworkDriver driver, IntPredicate sources, TimeSource time) {
        PlanReconciler reconciler = new PlanReconciler(driver, sources, time);
        reconciler.thread.start();
        return reconciler;
    }

    /**
     * Has a plan take the place of all that came before. Any thread may.
     *
     * @param plan its times are on this process's clock
     * @return false if it is refused, since one of a later epoch is valid
     */
    public boolean offer(PathPlan plan) {
        return offer(plan, plan.epoch());
    }

    /**
     * The same of a planner among several.
     *
     * @param ofController the planner's own epoch ({@link NetworkDriver#follow})
     */
    public boolean offer(PathPlan plan, long ofController) {
        synchronized (lock) {
            if (plan.epoch() < newest.epoch() && newest.isValid(time.nanoTime())) {
                return false;
            }
            newest = plan;
            epoch = ofController;
            offered = true;
            lock.notifyAll();
            return true;
        }
    }

    /** The paths that stand at this moment. Any thread may ask. */
    public Map<FlowUnit, PathChoice> held() {
        return driver.held();
    }

    /** Does what is due. */
    void step() {
        long now = time.nanoTime();
        PathPlan plan;
        long follows;
        synchronized (lock) {
            boolean rests = now - restUntilNanos < 0;
            plan = rests ? told : newest;
            follows = rests ? followed : epoch;
            offered &= rests;
        }
        if (follows != followed) {
            followed = follows;
            driver.follow(follows);
        }
        boolean renewal = now - renewAtNanos >= 0;
        boolean another = plan != told;
        if (another || renewal || !plan.isValid(now)) {
            told = plan;
            carryOut(plan.choices(sources, now), renewal);
        }
        long after = time.nanoTime();
        if (renewal) {
            renewAtNanos = after + driver.lifetime().toNanos() / RENEWALS;
        }
        if (another) {
            restUntilNanos = after + PAUSE.toNanos();
        }
        dueAtNanos =
                plan.isValid(now) && plan.validUntilNanos() - renewAtNanos < 0 ? plan.validUntilNanos() : renewAtNanos;
    }

    /** @return ns until there is something to do; at most 0 where there is already */
    long untilDue() {
        long now = time.nanoTime();
        synchronized (lock) {
            return offered ? Math.min(dueAtNanos, restUntilNanos) - now : dueAtNanos - now;
        }
    }

    private void carryOut(Map<FlowUnit, PathChoice> wanted, boolean renewal) {
        try {
            PathChanges changes = PathChanges.between(driver.held(), wanted);
            if (!changes.isEmpty()) {
                say(driver.apply(changes), wanted.size());
            }
            if (renewal) {
                say(driver.renew(), wanted.size());
            }
        } catch (DriverException e) {
            log.warn("failed", "paths go as the network decides: " + e.getMessage(), null);
        }
    }

    private void say(Map<FlowUnit, String> refused, int wanted) {
        if (!refused.isEmpty()) {
            String reasons = refused.values().stream().distinct().limit(3).collect(Collectors.joining("; "));
            log.warn("refused", refused.size() + " of " + wanted + " paths are left to the network: " + reasons, null);
        }
    }

    private void live() {
        do {
            step();
        } while (await());
        try {
            driver.close();
        } catch (DriverException e) {
            LOG.warn("{}", e.getMessage());
        }
    }

    /** @return false when all is to end */
    private boolean await() {
        synchronized (lock) {
            for (long left = untilDue(); left > 0 && !closed; left = untilDue()) {
                try {
                    lock.wait(left / 1_000_000, (int) (left % 1_000_000));
                } catch (InterruptedException e) {
                    LOG.debug("goes on until it is closed");
                }
            }
            return !closed;
        }
    }

    /** Has the driver take back all that is its own, and waits for that, at most 20 s. */
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            lock.notifyAll();
        }
        try {
            thread.join(LONGEST_CLOSE_NANOS / 1_000_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
