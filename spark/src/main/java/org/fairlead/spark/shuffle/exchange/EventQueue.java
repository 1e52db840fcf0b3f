// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** What one thread is to look at, in its order. Adding waits for nobody: what finds no room, while that thread hangs, is counted and forgotten. Safe for threads. */
final class EventQueue {
    private final long mostBytes;
    private final BlockingQueue<Event> events;
    private final AtomicLong bytes = new AtomicLong();
    private final LongAdder unheard = new LongAdder();

    private record Event(long bytes, Runnable what) {}

    /**
     * @param most events
     * @param mostBytes that they hold together
     */
    EventQueue(int most, long mostBytes) {
        events = new ArrayBlockingQueue<>(most);
        this.mostBytes = mostBytes;
    }

    void add(Runnable what) {
        add(0, what);
    }

    /** @param held bytes of memory that it holds until it was looked at */
    void add(long held, Runnable what) {
        boolean hasRoom = bytes.addAndGet(held) <= mostBytes;
        if (!hasRoom || !events.offer(new Event(held, what))) {
            bytes.addAndGet(-held);
            unheard.increment();
        }
    }

    /** Empty when none comes in time. */
    Optional<Runnable> next(long millis) throws InterruptedException {
        Event event = events.poll(millis, TimeUnit.MILLISECONDS);
        if (event == null) {
            return Optional.empty();
        }
        bytes.addAndGet(-event.bytes());
        return Optional.of(event.what());
    }

    /** Events that found no room. */
    long unheard() {
        return unheard.sum();
    }
}
