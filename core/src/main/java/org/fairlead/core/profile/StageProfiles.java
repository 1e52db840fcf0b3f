// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * What tasks that ended tell of those of the same stage to come: how long they take, how long they compute, how much they read, what they take
 * besides. A stage's first task on a host takes longer than those that follow it ({@link ColdStarts}): told is of the latter. Safe for threads.
 */
public final class StageProfiles {
    private static final int FEWEST = 2;
    private static final int KEPT = 15;
    private static final long LONGEST_NANOS = 600_000_000_000L;
    private static final int MOST_OVER = 1024;

    private final ConcurrentHashMap<StageAttempt, OfStage> byStage = new ConcurrentHashMap<>();
    private final TaskOverheads overheads = new TaskOverheads();
    private final TaskOverheads coldOverheads = new TaskOverheads();
    private final ColdStarts coldStarts = new ColdStarts();
    private final HostPaces paces = new HostPaces();
    private final DiskPaces disks = new DiskPaces();
    private final AwaitedReads awaited = new AwaitedReads();
    private final RecentSamples ownSeconds = new RecentSamples(KEPT, LONGEST_NANOS);
    /** The stages that completed last: tasks of an attempt that failed may end afterwards, and nobody would forget them. */
    private final Set<StageAttempt> over = Collections.newSetFromMap(new LinkedHashMap<StageAttempt, Boolean>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<StageAttempt, Boolean> eldest) {
            return size() > MOST_OVER;
        }
    });

    private final boolean paced;

    /** Each null before any ended. */
    private record OfStage(StageProfile all, StageProfile cold, StageProfile warm) {
        static final OfStage NONE = new OfStage(null, null, null);

        OfStage and(EndedTask task, boolean first) {
            return new OfStage(and(all, task), first ? and(cold, task) : cold, first ? warm : and(warm, task));
        }

        private static StageProfile and(StageProfile known, EndedTask task) {
            return known == null
                    ? StageProfile.of(task.seconds(), task.computeSeconds(), task.bytes())
                    : known.and(task.seconds(), task.computeSeconds(), task.bytes());
        }
    }

    /** @param paced whether it is told which hosts are slow */
    public StageProfiles(boolean paced) {
        this.paced = paced;
    }

    /** Whether no task of a stage has ended on a host. */
    public boolean isCold(StageAttempt stage, String host) {
        return coldStarts.isCold(stage, host);
    }

    /**
     * A task has ended well.
     *
     * @param cold whether its host was when it was launched there
     */
    public void ended(StageAttempt stage, EndedTask task, String host, boolean cold, long nowNanos) {
        noted(stage, task, host, cold, nowNanos);
        paces.ended(stage, task, host, cold, nowNanos);
    }

    /** The same of a task of which {@link #waited} is reported, before or after this. */
    public void endedAwaitingReads(
            long taskId, StageAttempt stage, EndedTask task, String host, boolean cold, long nowNanos) {
        noted(stage, task, host, cold, nowNanos);
        synchronized (awaited) {
            awaited.ended(taskId, new AwaitedReads.Awaiting(stage, task, host, cold, nowNanos))
                    .ifPresent(this::paced);
        }
    }

    /** For so long a task that ends, or has ended, waited for blocks. */
    public void waited(long taskId, BlockWaits waits) {
        synchronized (awaited) {
            awaited.waited(taskId, waits).ifPresent(this::paced);
        }
    }

    private void paced(AwaitedReads.Awaiting ended) {
        paces.ended(ended.stage(), ended.task(), ended.host(), ended.cold(), ended.endedNanos());
        disks.ended(ended.stage(), ended.task(), ended.waits(), ended.host(), ended.endedNanos());
    }

    private void noted(StageAttempt stage, EndedTask task, String host, boolean cold, long nowNanos) {
        synchronized (over) {
            if (over.contains(stage)) {
                return;
            }
            coldStarts.ended(stage, task, host, cold, nowNanos);
            task.overheadSeconds().ifPresent(seconds -> {
                ownSeconds.add(task.computeSeconds() + seconds, nowNanos);
                (cold ? coldOverheads : overheads).ended(stage, seconds, nowNanos);
            });
            byStage.merge(stage, OfStage.NONE.and(task, cold), (known, unused) -> known.and(task, cold));
        }
    }

    public void completed(StageAttempt stage, long nowNanos) {
        synchronized (over) {
            over.add(stage);
            byStage.remove(stage);
            overheads.completed(stage);
            coldOverheads.completed(stage);
            coldStarts.completed(stage, nowNanos);
        }
    }

    /**
     * Looks which hosts are slow, and whose disks, if that is due.
     *
     * @param running tasks that run
     */
    public void renewPaces(Collection<LaunchedTasks.Running> running, long nowNanos) {
        synchronized (awaited) {
            awaited.overdue(nowNanos).forEach(this::paced);
        }
        if (paced) {
            paces.renew(running, nowNanos);
            disks.renew(nowNanos);
        }
    }

    /** The hosts on which tasks take longer than on others, by name, and how many times as long: above 1; as of when it was looked last. */
    public Map<String, Double> slowHosts() {
        return paces.slow();
    }

    /** The hosts on whose disks tasks wait longer than on others', by name, and how many times as long tasks take for that: above 1; as of when it was looked last. */
    public Map<String, Double> slowDisks() {
        return disks.slow();
    }

    /**
     * A task was killed.
     *
     * @param seconds for which it ran
     */
    public void killed(LaunchedTasks.Running task, double seconds, long nowNanos) {
        paces.killed(task, seconds, nowNanos);
    }

    /** Whether any host is slow, or was when it was seen last. */
    public boolean remembersSlowHosts() {
        return !paces.remembered().isEmpty();
    }

    /** Attempts of a stage's tasks, by their numbers, that run on slow hosts and are worth another attempt on a host that is well; that with most left first. */
    public List<Long> worthCopying(StageAttempt stage, LaunchedTasks launched, long nowNanos) {
        return SlowHostCopies.of(stage, launched, paces, nowNanos);
    }

    /** Of tasks that follow others on their host; empty before any ended. */
    public Optional<StageProfile> of(StageAttempt stage, long nowNanos) {
        OfStage known = byStage.get(stage);
        if (known == null) {
            return Optional.empty();
        }
        boolean warm =
                known.cold() == null || (known.warm() != null && known.warm().tasks() >= FEWEST);
        return Optional.of(warm ? known.warm() : known.cold().computing(coldStarts.warmShare(stage, nowNanos)));
    }

    /** Mean over a stage's tasks that ended; empty before any did. */
    public OptionalDouble seconds(StageAttempt stage) {
        OfStage known = byStage.get(stage);
        return known == null
                ? OptionalDouble.empty()
                : OptionalDouble.of(known.all().seconds());
    }

    /**
     * What a stage's tasks take besides computing and waiting for what they read, where they follow others on their host; before any ended, as
     * tasks of other stages do; 0 when nothing is known. Those that follow others take no longer than first ones: what is known of few, as where most stages have no more tasks than there are hosts, is no more than what first ones take.
     */
    public double overheadSeconds(StageAttempt stage, long nowNanos) {
        double share = coldStarts.warmShare(stage, nowNanos);
        OptionalDouble usual = overheads.usual(nowNanos);
        OptionalDouble usualOfFirst = coldOverheads.usual(nowNanos);
        return Stream.of(
                        overheads.own(stage, nowNanos),
                        times(share, coldOverheads.own(stage, nowNanos)),
                        usual.isPresent() && usualOfFirst.isPresent() ? least(usual, usualOfFirst) : usual,
                        times(share, usualOfFirst))
                .flatMapToDouble(OptionalDouble::stream)
                .findFirst()
                .orElse(0);
    }

    private static OptionalDouble least(OptionalDouble one, OptionalDouble other) {
        return OptionalDouble.of(Math.min(one.getAsDouble(), other.getAsDouble()));
    }

    /** What the application's last tasks took, of whatever stage, without waiting for what they read, in the median; 0 when nothing is known. */
    public double usualSeconds(long nowNanos) {
        return ownSeconds.median(nowNanos).value();
    }

    private static OptionalDouble times(double share, OptionalDouble seconds) {
        return seconds.isPresent() ? OptionalDouble.of(share * seconds.getAsDouble()) : seconds;
    }

    /** What a stage's first task on a host takes longer than those that follow it; 0 while nothing is known. */
    public double coldSeconds(StageAttempt stage, long nowNanos) {
        return coldStarts.seconds(stage, nowNanos);
    }
}
