// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.port;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.fairlead.core.network.PathChoice;

/**
 * Which path each source port leads to towards one destination, as far as probes said, and which port is to be probed next. Of one thread at a time; times are on the clock of whoever asks.
 *
 * <p><b>Goals.</b> Enough ports of the wanted path, soon, with a bounded number of probes. What is known stays true: it ages, is probed again, and goes when a probe disagrees.
 *
 * <p><b>Constraints.</b> Only ports that were granted. In each time after which a port is probed again, at most three probes a port. A port counts for {@code freshNanos} since a probe has last shown its path.
 *
 * <p><b>Algorithm.</b> First the port of the wanted path whose last probe is oldest, once that is {@code againNanos} old. A port that does not answer then counts until it is too old. Else, as long as there are too few, the next port of the range that is not known; once around the range, nothing until
 * {@code againNanos} have passed since the round began. A probe that disagrees with what was known drops all that is known of this destination: a switch now chooses among other links, so that other ports moved as well.
 *
 * <p><b>Example.</b> Ports 20000 to 20255, four paths, path 2 wanted, 32 enough. About 128 probes find 32 ports of it, and 32 of each other path on the way. Half a minute later the 32 are probed again, one by one; 20007 then takes path 0: all are
 * forgotten, and the search begins at the port where it had stopped.
 *
 * <p><b>Source.</b> Ours.
 */
public final class LearntPorts {
    /** What a probe has shown, and when the port was last probed. */
    private record Learnt(PathChoice path, long atNanos, long probedNanos) {}

    private final int first;
    private final int count;
    private final LearningTerms terms;
    /** The one probed last comes last. */
    private final Map<Integer, Learnt> learnt = new LinkedHashMap<>();

    private int next;
    private int leftOfRound;
    private long roundNanos;
    private boolean begun;

    /**
     * @param first of the granted ports
     * @param count of them
     */
    public LearntPorts(int first, int count, LearningTerms terms) {
        this.first = first;
        this.count = count;
        this.terms = terms;
    }

    /** The port to probe now for a wanted path; empty where nothing is to be probed at this time. {@link #learn}, {@link #unanswered} or {@link #forget} has to follow. */
    public OptionalInt next(PathChoice wanted, long nowNanos) {
        forgetStale(nowNanos);
        for (Map.Entry<Integer, Learnt> each : learnt.entrySet()) {
            if (nowNanos - each.getValue().probedNanos() < terms.againNanos()) {
                break;
            }
            if (each.getValue().path().equals(wanted)) {
                return OptionalInt.of(each.getKey());
            }
        }
        return ports(wanted, nowNanos).size() < terms.enough() ? unknown(nowNanos) : OptionalInt.empty();
    }

    private OptionalInt unknown(long nowNanos) {
        if (leftOfRound == 0 && (!begun || nowNanos - roundNanos >= terms.againNanos())) {
            begun = true;
            roundNanos = nowNanos;
            leftOfRound = count;
        }
        while (leftOfRound > 0) {
            leftOfRound--;
            int port = first + next;
            next = (next + 1) % count;
            if (!learnt.containsKey(port)) {
                return OptionalInt.of(port);
            }
        }
        return OptionalInt.empty();
    }

    private void forgetStale(long nowNanos) {
        learnt.values().removeIf(each -> nowNanos - each.atNanos() > terms.freshNanos());
    }

    /**
     * Takes what a probe has shown.
     *
     * @return false if it disagrees with what was known; all that was known is forgotten then
     */
    public boolean learn(int port, PathChoice path, long nowNanos) {
        forgetStale(nowNanos);
        Learnt before = learnt.remove(port);
        boolean agrees = before == null || before.path().equals(path);
        if (!agrees) {
            learnt.clear();
        }
        learnt.put(port, new Learnt(path, nowNanos, nowNanos));
        return agrees;
    }

    /** Takes that a probe has shown nothing: what is known goes on counting until it is too old. */
    public void unanswered(int port, long nowNanos) {
        Learnt before = learnt.remove(port);
        if (before != null) {
            learnt.put(port, new Learnt(before.path(), before.atNanos(), nowNanos));
        }
    }

    /** Takes that somebody has the port, so that it can be neither probed nor used. */
    public void forget(int port) {
        learnt.remove(port);
    }

    /** The ports that lead over a path, those probed last first. */
    public List<Integer> ports(PathChoice path, long nowNanos) {
        List<Integer> ports = new ArrayList<>();
        learnt.forEach((port, each) -> {
            if (each.path().equals(path) && nowNanos - each.atNanos() <= terms.freshNanos()) {
                ports.add(port);
            }
        });
        Collections.reverse(ports);
        return List.copyOf(ports);
    }
}
