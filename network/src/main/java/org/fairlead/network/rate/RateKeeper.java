// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.rate.RateAllotment;
import org.fairlead.core.network.rate.RatePlan;
import org.fairlead.core.topology.Node;
import org.fairlead.network.DriverException;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a device at the newest plan of rates, until that ends; then nothing is guaranteed.
 *
 * <p><b>Algorithm.</b> One plan waits at most, the newest. The driver is told what the plan wants of this device when a newer plan has come, at most ten times a second, when an allotment or the plan has ended, and three times in a lifetime. What fails is tried
 * again a third of a lifetime later; meanwhile what stands ends by itself. While a plan is valid an older one, by its epoch, is refused.
 */
public final class RateKeeper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RateKeeper.class);
    private static final long RENEWALS = 3;
    private static final long PAUSE_NANOS = 100_000_000L;
    private static final long LONGEST_CLOSE_MILLIS = 20_000;

    private final RateDriver driver;
    private final Node device;
    private final TimeSource time;
    private final RareLog log = new RareLog(LOG);
    private final Thread thread = LastingThread.of("rate driver", this::live);

    private final Object lock = new Object();
    private RatePlan newest = RatePlan.NONE;
    private boolean offered;
    private boolean closed;
    /** Until then a newer plan waits. */
    private long restUntilNanos;

    RateKeeper(RateDriver driver, Node device, TimeSource time) {
        this.driver = driver;
        this.device = device;
        this.time = time;
        restUntilNanos = time.nanoTime();
        if (!driver.guarantees()) {
            LOG.info(
                    "{}: rates are upper bounds of our own sockets here; they yield to others, and nothing is guaranteed",
                    device.name());
        }
    }

    /**
     * Begins to work on a thread of its own, which belongs to the network namespace of the calling one.
     *
     * @param driver is the keeper's from now on
     */
    public static RateKeeper start(RateDriver driver, Node device, TimeSource time) {
        RateKeeper keeper = new RateKeeper(driver, device, time);
        keeper.thread.start();
        return keeper;
    }

    /**
     * Has a plan take the place of all that came before. Any thread may.
     *
     * @param plan its times are on this process's clock
     * @return false if it is refused, since one of a later epoch is valid
     */
    public boolean offer(RatePlan plan) {
        synchronized (lock) {
            if (plan.epoch() < newest.epoch() && newest.isValid(time.nanoTime())) {
                return false;
            }
            newest = plan;
            offered = true;
            lock.notifyAll();
            return true;
        }
    }

    /** Whose rates stand on the device at this moment. Any thread may ask. */
    public Set<FlowUnit> held() {
        return driver.held();
    }

    /** Has the device hold what is wanted now. @return when the next step is due, on this process's clock */
    long step() {
        long now = time.nanoTime();
        RatePlan plan;
        synchronized (lock) {
            plan = newest;
            restUntilNanos = now + (offered ? PAUSE_NANOS : 0);
            offered = false;
        }
        List<RateAllotment> wanted = plan.at(device, now);
        try {
            Map<FlowUnit, String> refused = driver.hold(wanted);
            if (!refused.isEmpty()) {
                String reasons = refused.values().stream().distinct().limit(3).collect(Collectors.joining("; "));
                log.warn(
                        "refused",
                        refused.size() + " of " + wanted.size() + " rates are not guaranteed at " + device.name() + ": "
                                + reasons,
                        null);
            }
        } catch (DriverException e) {
            log.warn("failed", "no rate is guaranteed at " + device.name() + ": " + e.getMessage(), null);
        }
        long due = time.nanoTime() + driver.lifetime().toNanos() / RENEWALS;
        for (RateAllotment each : wanted) {
            due = Math.min(due, Math.min(each.untilNanos(), plan.validUntilNanos()));
        }
        return due;
    }

    private void live() {
        boolean goesOn = true;
        while (goesOn) {
            goesOn = await(step());
        }
        try {
            driver.close();
        } catch (DriverException e) {
            LOG.warn("{}", e.getMessage());
        }
    }

    /** @return false when all is to end */
    private boolean await(long dueNanos) {
        synchronized (lock) {
            for (long left = left(dueNanos); left > 0 && !closed; left = left(dueNanos)) {
                try {
                    lock.wait(left / 1_000_000, (int) (left % 1_000_000));
                } catch (InterruptedException e) {
                    LOG.debug("goes on until it is closed");
                }
            }
            return !closed;
        }
    }

    /** Under the lock. @return ns until the next step */
    private long left(long dueNanos) {
        return (offered ? Math.min(dueNanos, restUntilNanos) : dueNanos) - time.nanoTime();
    }

    /** Has the driver take back all that is its own, and waits for that, at most 20 s. */
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            lock.notifyAll();
        }
        try {
            thread.join(LONGEST_CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
