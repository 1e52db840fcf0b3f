// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.view;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Requests that wait until there is news for them, {@value #MOST} at most. Safe for threads.
 *
 * @param <Q> what was asked: equal questions get the same bytes
 */
public final class LongPolls<Q> {
    /** More are answered at once. */
    public static final int MOST = 4096;

    private final Queue<Waiting<Q>> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();

    /** Who waits. */
    public interface Poller {
        /** Called once, on any thread. */
        void answer(byte[] bytes);

        /** Whether it waits no longer. */
        boolean isGone();
    }

    private record Waiting<Q>(Q asked, long deadlineNanos, Poller poller) {}

    /** @return whether there was room; if not, it has to be answered now */
    public boolean add(Q asked, long deadlineNanos, Poller poller) {
        if (count.incrementAndGet() > MOST) {
            count.decrementAndGet();
            return false;
        }
        waiting.add(new Waiting<>(asked, deadlineNanos, poller));
        return true;
    }

    /**
     * Answers those for whom there is news, and those that have waited for as long as they wanted.
     *
     * @param write made once for equal questions
     */
    public void answer(Predicate<Q> isNews, Function<Q, byte[]> write, long nowNanos) {
        Map<Q, byte[]> written = new HashMap<>();
        for (Iterator<Waiting<Q>> each = waiting.iterator(); each.hasNext(); ) {
            Waiting<Q> one = each.next();
            boolean due = isNews.test(one.asked) || nowNanos - one.deadlineNanos >= 0;
            if (due || one.poller.isGone()) {
                each.remove();
                count.decrementAndGet();
                if (!one.poller.isGone()) {
                    one.poller.answer(written.computeIfAbsent(one.asked, write));
                }
            }
        }
    }

    public int waiting() {
        return count.get();
    }
}
