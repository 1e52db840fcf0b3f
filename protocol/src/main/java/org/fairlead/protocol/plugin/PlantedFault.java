package org.fairlead.protocol.plugin;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.fairlead.protocol.Quantities;

/**
 * A fault that a drill plants in front of every decision ({@code fairlead.fault.policy}), to see that stock takes over.
 *
 * @param delay how long a {@link Kind#SLOW} decision is held up
 */
public record PlantedFault(Kind kind, Duration delay) {
    /** What goes wrong. */
    public enum Kind {
        NONE,
        THROW,
        HANG,
        SLOW
    }

    public static final PlantedFault NONE = new PlantedFault(Kind.NONE, Duration.ZERO);

    /** {@code none}, {@code throw}, {@code hang}, {@code slow:50ms}. */
    public static PlantedFault of(String text) {
        if (text.startsWith("slow:")) {
            return new PlantedFault(Kind.SLOW, Quantities.duration(text.substring("slow:".length())));
        }
        return switch (text) {
            case "none" -> NONE;
            case "throw" -> new PlantedFault(Kind.THROW, Duration.ZERO);
            case "hang" -> new PlantedFault(Kind.HANG, Duration.ZERO);
            default -> throw new IllegalArgumentException("'" + text + "' is not one of none, throw, hang, slow:50ms");
        };
    }

    /** Does what it is for, on the thread that decides. */
    public void strike() {
        switch (kind) {
            case NONE -> {}
            case THROW -> throw new IllegalStateException("planted by fairlead.fault.policy");
            case HANG -> hang(Duration.ofDays(365));
            case SLOW -> hang(delay);
        }
    }

    /** Deaf to interrupts, as a deadlock or an endless loop would be. */
    private static void hang(Duration time) {
        CountDownLatch never = new CountDownLatch(1);
        long end = System.nanoTime() + time.toNanos();
        boolean interrupted = false;
        while (System.nanoTime() < end) {
            try {
                interrupted |= never.await(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
