// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.port;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.label.ProbeAnswer;
import org.fairlead.core.network.port.LearntPorts;
import org.fairlead.core.network.port.PathSearch;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Switch;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.verify.PacedQuestions;
import org.fairlead.network.verify.Prober;
import org.fairlead.protocol.time.TimeSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Learns over which path this host's source ports lead to the targets that are wanted, one port after the other, the targets in turns. Probed by one thread; any may ask what is known.
 *
 * <p>Where no switch answers it is off, and says so in one line; once a minute one port is probed to see whether that is still so.
 */
final class PortLearner {
    private static final Logger LOG = LoggerFactory.getLogger(PortLearner.class);
    private static final int UNLABELLED = 0;
    /** Tables that are kept, also of targets that nobody wants at the moment; beyond, the one not wanted for longest goes. */
    private static final int MOST = 4_096;
    /** Ports in a row without any switch's answer before it is off. */
    private static final int SILENT = 16;

    private static final long SILENT_PAUSE_NANOS = 60_000_000_000L;

    /** Begins flows to a destination from a source port. */
    interface Probes {
        /** @throws IOException if somebody has the port, or this host cannot send there */
        Prober.Flow flow(PortFile.Destination to, int sourcePort) throws IOException;
    }

    private final Topology topology;
    private final Host self;
    private final PortSettings settings;
    private final Probes probes;
    private final TimeSource time;
    private final PacedQuestions questions;

    /** Guarded by this, as is what follows. */
    private final Map<Target, LearntPorts> tables = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Target, LearntPorts> eldest) {
            return size() > MOST;
        }
    };

    private Map<Target, PathChoice> wanted = Map.of();
    private final Deque<Target> turns = new ArrayDeque<>();
    private int silent;
    private long askAgainNanos;

    PortLearner(Topology topology, PortSettings settings, Probes probes, TimeSource time) {
        this.topology = topology;
        this.settings = settings;
        this.probes = probes;
        this.time = time;
        self = settings.grant().self();
        questions = new PacedQuestions(settings.nodes(), settings.limits(), time);
    }

    /** Sets for which targets ports of which path are wanted from now on. */
    synchronized void want(Map<Target, PathChoice> targets) {
        wanted = new LinkedHashMap<>(targets);
        turns.retainAll(wanted.keySet());
        Set<Target> waiting = new HashSet<>(turns);
        wanted.keySet().stream().filter(target -> !waiting.contains(target)).forEach(turns::add);
    }

    /**
     * What is known for a target.
     *
     * @param path that is wanted
     * @param ports that lead over it, at least one
     */
    record Known(PathChoice path, List<Integer> ports) {}

    /** The ports that lead over the wanted paths; targets without any are absent. */
    synchronized Map<Target, Known> known() {
        Map<Target, Known> known = new LinkedHashMap<>();
        wanted.forEach((target, path) -> {
            List<Integer> ports = ports(target, path);
            if (!ports.isEmpty()) {
                known.put(target, new Known(path, ports));
            }
        });
        return known;
    }

    private List<Integer> ports(Target target, PathChoice path) {
        LearntPorts table = tables.get(target);
        return table == null ? List.of() : table.ports(path, time.nanoTime());
    }

    /** Whether no switch answers. */
    synchronized boolean isOff() {
        return silent >= SILENT;
    }

    private record Question(Target target, int port) {}

    /**
     * Probes the port that is due.
     *
     * @return false if there is none at this time
     */
    boolean step() throws InterruptedException {
        Optional<Question> due = due();
        if (due.isPresent()) {
            probe(due.get().target(), due.get().port());
        }
        return due.isPresent();
    }

    private synchronized Optional<Question> due() {
        long now = time.nanoTime();
        if (isOff() && now - askAgainNanos < 0) {
            return Optional.empty();
        }
        for (int turn = turns.size(); turn > 0; turn--) {
            Target target = turns.remove();
            turns.add(target);
            OptionalInt port = table(target).next(wanted.get(target), now);
            if (port.isPresent()) {
                return Optional.of(new Question(target, port.getAsInt()));
            }
        }
        return Optional.empty();
    }

    private LearntPorts table(Target target) {
        return tables.computeIfAbsent(
                target,
                unused -> new LearntPorts(
                        settings.sources().first(), settings.sources().count(), settings.terms()));
    }

    private void probe(Target target, int port) throws InterruptedException {
        PathSearch search = new PathSearch(topology, self.index(), target.host());
        boolean answered = false;
        try (Prober.Flow flow = probes.flow(target.at(), port)) {
            for (OptionalInt hop = search.nextHop(); hop.isPresent(); hop = search.nextHop()) {
                ProbeAnswer answer = questions.ask(flow, UNLABELLED, hop.getAsInt(), search.expected(hop.getAsInt()));
                answered |= answer instanceof ProbeAnswer.From from && from.node() instanceof Switch;
                search.answered(hop.getAsInt(), answer);
            }
        } catch (IOException e) {
            LOG.debug("port {} of {} is left alone: {}", port, self, e.getMessage());
            synchronized (this) {
                table(target).forget(port);
            }
            return;
        }
        take(target, port, search.found(), answered);
    }

    private synchronized void take(Target target, int port, Optional<PathChoice> found, boolean answered) {
        long now = time.nanoTime();
        if (found.isEmpty()) {
            table(target).unanswered(port, now);
        } else if (!table(target).learn(port, found.get(), now)) {
            LOG.info("the network sends what port {} has to {} another way than before", port, target.at());
        }
        if (answered) {
            if (isOff()) {
                LOG.warn("source ports are on again on {}: a switch answers", self.name());
            }
            silent = 0;
            return;
        }
        askAgainNanos = now + SILENT_PAUSE_NANOS;
        silent = Math.min(silent + 1, SILENT + 1);
        if (silent == SILENT) {
            LOG.warn(
                    "source ports are off on {}: no switch that is known by its addresses has answered {} probes in a row; the network decides",
                    self.name(),
                    SILENT);
        }
    }
}
