package org.fairlead.core.task;

import java.util.Optional;

/**
 * Chooses as Spark does: a task on the host of its input, else one without preference, else what the locality wait allows by now.
 *
 * <p><b>Goals.</b> Tasks run where their input is, if that costs no more than a wait.
 *
 * <p><b>Constraints.</b> A wait for each level, none for a level that has no tasks; shuffles prefer no place; while nothing runs
 * anywhere, what is offered is taken.
 *
 * <p><b>Algorithm.</b> The set is at a level, since a time. While its level has no pending task, it goes on to the next one, from
 * now. When the level's wait is over, it goes on, from when that was over. A launch of a task with a preferred place brings the level to that
 * of the launch and the time to now (Spark's rule at launch, until 3.1 the only one, {@code spark.locality.wait.legacyResetOnTaskLaunch}
 * since).
 *
 * <p><b>Example.</b> Waits of 3 s; tasks lie on h1, in r1. h2 of r1 is offered at 0 s: refused. At 3 s: launched at RACK. At 4 s: again, and
 * h9 of r2 is refused until 7 s. At 5 s h1 takes a task, and h2 is refused until 8 s.
 *
 * <p><b>Source.</b> Spark's {@code TaskSetManager.getAllowedLocalityLevel}; {@code spark.locality.wait}.
 */
final class LocalityWait implements TaskAssigner {
    /** Holders of input that are asked for places before a level counts as one that nobody can serve. */
    private static final int HOLDERS_ASKED = 16;

    private final String name;
    private final AssignerOptions.Waits waits;

    LocalityWait(String name, AssignerOptions.Waits waits) {
        this.name = name;
        this.waits = waits;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Choice choose(Offer offer, TaskSet tasks, TaskOutlook outlook, long nowNanos) {
        if (Nearest.hasNothing(offer, tasks)) {
            return Nearest.nothing();
        }
        boolean idle = outlook.running() == 0;
        Locality allowed = advance(tasks, outlook, nowNanos);
        Optional<Nearest.Found> found = Nearest.in(tasks, offer.host(), idle ? Locality.ANY : allowed);
        Patience patience = tasks.patience();
        if (found.isPresent()) {
            boolean preferred = found.get().group().hosts().length > 0 && tasks.kind() == InputKind.BLOCKS;
            if (preferred && found.get().locality().compareTo(allowed) <= 0) {
                patience.propose(found.get().group().first(), found.get().locality(), nowNanos);
            } else {
                patience.propose(found.get().group().first(), patience.level, patience.levelSinceNanos);
            }
            return found.get().launch();
        }
        patience.refused(nowNanos);
        return new Choice.Refusal(Choice.Cause.WAITS_FOR_LOCALITY, patience.levelSinceNanos + nanos(patience.level));
    }

    private Locality advance(TaskSet tasks, TaskOutlook outlook, long nowNanos) {
        Patience patience = tasks.patience();
        if (patience.levelSinceNanos == Long.MIN_VALUE) {
            patience.levelSinceNanos = nowNanos;
        }
        while (patience.level != Locality.ANY) {
            if (!hasTasks(patience.level, tasks, outlook)) {
                patience.levelSinceNanos = nowNanos;
            } else if (nowNanos - patience.levelSinceNanos >= nanos(patience.level)) {
                patience.levelSinceNanos += nanos(patience.level);
            } else {
                return patience.level;
            }
            patience.level = patience.level == Locality.HOST ? Locality.RACK : Locality.ANY;
        }
        return Locality.ANY;
    }

    private boolean hasTasks(Locality level, TaskSet tasks, TaskOutlook outlook) {
        if (tasks.kind() == InputKind.SHUFFLE || tasks.holders() == 0 || (level == Locality.RACK && !waits.racks())) {
            return false;
        }
        if (level == Locality.RACK || tasks.holders() > HOLDERS_ASKED) {
            return true;
        }
        for (int i = 0; i < tasks.holders(); i++) {
            if (outlook.places(tasks.holder(i).host(), tasks.kind()) > 0) {
                return true;
            }
        }
        return false;
    }

    private long nanos(Locality level) {
        return (long) ((level == Locality.HOST ? waits.hostSeconds() : waits.rackSeconds()) * 1e9);
    }
}
