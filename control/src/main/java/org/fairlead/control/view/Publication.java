// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.view;

import java.time.Duration;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.time.TimeSource;

/**
 * What is published under a number that grows with each change, and who waits for another number than the one that he has. Published by one thread; questions may come on any, and take no lock.
 *
 * @param <T> what is published
 */
public final class Publication<T> implements AutoCloseable {
    private final long epoch;
    private final Writer<T> writer;
    private final TimeSource time;
    private final LongPolls<Asked> polls = new LongPolls<>();
    private volatile Numbered<T> newest;
    private volatile boolean closed;

    /**
     * What is asked for.
     *
     * @param after the number that the asker has; 0: none
     * @param epoch to which that belongs
     * @param node a host or switch that it is about; empty: all
     */
    public record Asked(long after, long epoch, String node, Encoding encoding) {}

    /** Writes an answer. */
    public interface Writer<T> {
        byte[] write(Asked asked, long number, T content, long nowNanos);
    }

    private record Numbered<T>(long number, T content) {}

    /**
     * @param first has the number 0
     * @param epoch of this publisher: who comes with a number of another one gets an answer at once
     */
    public Publication(T first, long epoch, Writer<T> writer, TimeSource time) {
        this.epoch = epoch;
        this.writer = writer;
        this.time = time;
        newest = new Numbered<>(0, first);
    }

    /** What was published last. */
    public T content() {
        return newest.content();
    }

    /**
     * From now on this is the answer; {@link #answer} sends it to those who wait.
     *
     * @param isNews whether they are to know: if not, it keeps the last number
     */
    public void publish(T content, boolean isNews) {
        Numbered<T> last = newest;
        newest = new Numbered<>(last.number() + (isNews ? 1 : 0), content);
    }

    /**
     * Answers at once if there is another number than the asker has, otherwise as soon as there is, or when the time is over.
     *
     * @return whether he waits
     */
    public boolean await(Asked asked, Duration wait, LongPolls.Poller poller) {
        long now = time.nanoTime();
        boolean waits = !isNews(asked) && !wait.isZero() && !closed;
        if (waits && polls.add(asked, now + wait.toNanos(), poller)) {
            return true;
        }
        poller.answer(bytes(asked, now));
        return false;
    }

    /** Answers those who wait, as far as there is news for them or their time is over. */
    public void answer(long nowNanos) {
        polls.answer(this::isNews, asked -> bytes(asked, nowNanos), nowNanos);
    }

    /** How many wait. */
    public int waiting() {
        return polls.waiting();
    }

    private boolean isNews(Asked asked) {
        return asked.epoch() != epoch || asked.after() != newest.number();
    }

    private byte[] bytes(Asked asked, long nowNanos) {
        Numbered<T> now = newest;
        return writer.write(asked, now.number(), now.content(), nowNanos);
    }

    /** Answers all who wait; from now on nobody does. */
    @Override
    public void close() {
        closed = true;
        long now = time.nanoTime();
        polls.answer(asked -> true, asked -> bytes(asked, now), now);
    }
}
