// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.verify;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.fairlead.core.topology.Node;
import org.fairlead.protocol.time.TimeSource;

/**
 * When the next probe may be sent. So many a second for all together; to a node that answers and has left one unanswered, one at a time with a pause between them, because switches limit how often they
 * answer. Safe for threads.
 */
final class Pace {
    private final TimeSource time;
    private final long apartNs;
    private final long pauseNs;
    private final Set<Node> answering = new HashSet<>();
    private final Set<Node> mute = new HashSet<>();
    private final Map<Node, Long> next = new HashMap<>();
    private long nextNs;

    Pace(TimeSource time, ProbeLimits limits) {
        this.time = time;
        apartNs = TimeUnit.SECONDS.toNanos(1) / limits.perSecond();
        pauseNs = TimeUnit.MILLISECONDS.toNanos(limits.pauseMs());
        nextNs = time.nanoTime();
    }

    /** Waits until one of these may be asked. */
    void await(Collection<Node> asked) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(reserved(asked) - time.nanoTime());
    }

    /** Times are compared by their differences alone. */
    private synchronized long reserved(Collection<Node> asked) {
        long now = time.nanoTime();
        long at = later(now, nextNs);
        nextNs = at + apartNs;
        for (Node node : asked) {
            at = later(at, next.getOrDefault(node, at));
        }
        for (Node node : asked) {
            if (next.containsKey(node)) {
                next.put(node, at + pauseNs);
            }
        }
        return at;
    }

    private static long later(long one, long other) {
        return one - other > 0 ? one : other;
    }

    synchronized void answered(Node node) {
        answering.add(node);
        mute.remove(node);
    }

    synchronized void lost(Collection<Node> asked) {
        long now = time.nanoTime();
        asked.stream().filter(answering::contains).forEach(node -> next.putIfAbsent(node, now + pauseNs));
    }

    /** None of these answered, however often one was asked. */
    synchronized void gaveUp(Collection<Node> asked) {
        asked.stream().filter(node -> !answering.contains(node)).forEach(mute::add);
    }

    /** Whether none of these has ever answered although one was asked often enough. */
    synchronized boolean areMute(Collection<Node> asked) {
        return mute.containsAll(asked);
    }

    /** Who has answered anything. */
    synchronized Set<Node> answering() {
        return Set.copyOf(answering);
    }
}
