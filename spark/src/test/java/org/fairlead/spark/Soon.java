// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Waits for what other threads or processes do. */
public final class Soon {
    private static final long MOST_NANOS = TimeUnit.MINUTES.toNanos(4);
    private static final long LOOK_MILLIS = 5;

    private Soon() {}

    /**
     * Waits until it holds.
     *
     * @param what is said to be missing if it does not within four minutes
     */
    public static void soon(String what, Callable<Boolean> holds) {
        soon(() -> what, holds);
    }

    /** @param what is said if it does not hold in time, and made only then */
    public static void soon(Supplier<String> what, Callable<Boolean> holds) {
        long end = System.nanoTime() + MOST_NANOS;
        try {
            while (!holds.call()) {
                assertThat(System.nanoTime() - end).as(what).isNegative();
                Thread.sleep(LOOK_MILLIS);
            }
        } catch (Exception e) {
            throw new AssertionError(what.get(), e);
        }
    }
}
