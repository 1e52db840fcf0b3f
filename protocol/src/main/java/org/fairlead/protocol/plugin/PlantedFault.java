// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.plugin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.fairlead.protocol.Quantities;

/**
 * A fault that a drill plants in front of every decision ({@code fairlead.fault.policy}), to see that stock takes over.
 *
 * @param delay how long a {@link Kind#SLOW} decision is held up
 * @param file where {@link Kind#FILE} finds at each decision what to do; empty for the others
 */
public record PlantedFault(Kind kind, Duration delay, Optional<Path> file) {
    private static final long LOOK_AGAIN_NANOS = 50_000_000L;
    private static final long FOREVER_NANOS = Duration.ofDays(365).toNanos();

    /** What goes wrong. */
    public enum Kind {
        NONE,
        THROW,
        HANG,
        SLOW,
        /** What a file says, which may change while the drill runs. */
        FILE
    }

    public static final PlantedFault NONE = planted(Kind.NONE);

    private static PlantedFault planted(Kind kind) {
        return new PlantedFault(kind, Duration.ZERO, Optional.empty());
    }

    /** {@code none}, {@code throw}, {@code hang}, {@code slow:50ms}; {@code file:/path} of a file that says one of these. */
    public static PlantedFault of(String text) {
        if (text.startsWith("slow:")) {
            return new PlantedFault(Kind.SLOW, Quantities.duration(text.substring("slow:".length())), Optional.empty());
        }
        if (text.startsWith("file:")) {
            return new PlantedFault(Kind.FILE, Duration.ZERO, Optional.of(Path.of(text.substring("file:".length()))));
        }
        return switch (text) {
            case "none" -> NONE;
            case "throw" -> planted(Kind.THROW);
            case "hang" -> planted(Kind.HANG);
            default ->
                throw new IllegalArgumentException(
                        "'" + text + "' is not one of none, throw, hang, slow:50ms, file:/path");
        };
    }

    /** Does what it is for, on the thread that decides. */
    public void strike() {
        switch (kind) {
            case NONE -> {}
            case THROW -> throw new IllegalStateException("planted by fairlead.fault.policy");
            case HANG -> hang(FOREVER_NANOS);
            case SLOW -> hang(delay.toNanos());
            case FILE -> strikeAsFileSays();
        }
    }

    /** A hang of the file's ends with the file's word, so that a drill can go on. */
    private void strikeAsFileSays() {
        PlantedFault now = inFile();
        if (now.kind != Kind.HANG) {
            now.strike();
        }
        while (inFile().kind == Kind.HANG) {
            hang(LOOK_AGAIN_NANOS);
        }
    }

    /** Nothing when the file is absent, unreadable, or names a file again. */
    private PlantedFault inFile() {
        try {
            PlantedFault found = of(Files.readString(file.orElseThrow()).strip());
            return found.kind == Kind.FILE ? NONE : found;
        } catch (IOException | IllegalArgumentException e) {
            return NONE;
        }
    }

    /** Deaf to interrupts, as a deadlock or an endless loop would be. */
    private static void hang(long nanos) {
        CountDownLatch never = new CountDownLatch(1);
        long end = System.nanoTime() + nanos;
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
