// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.assigner;

import java.util.Optional;
import java.util.OptionalDouble;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.Slots;
import org.fairlead.core.task.prediction.SlowSourceQueue;

/**
 * Keeps a source that is known to be slow busy, and no more: while nobody reads from it, a slot beside it takes what lies there, even
 * if another block would be read sooner; while somebody does, a reader from afar would only slow down the others, and waits until a slot beside the
 * source is predicted to be free. Sets that run at once read from it one after the other: so those in front end sooner, and the last no later, than
 * if all shared it.
 */
final class SlowSourceSearch implements SlotSearch {
    private final int host;
    private final InputKind kind;
    private final Slots slots;
    private final SlowSourceQueue queue;
    private final BlockSearch search;

    /**
     * @param host that offers a slot
     * @param kind of the tasks' input, by which slots are asked for
     * @param search where no source is slow
     */
    SlowSourceSearch(int host, InputKind kind, Slots slots, SlowSourceQueue queue, BlockSearch search) {
        this.host = host;
        this.kind = kind;
        this.slots = slots;
        this.queue = queue;
        this.search = search;
    }

    @Override
    public Optional<Proposal> here() {
        if (queue.isIdle(host)) {
            Optional<Proposal> near = search.near();
            if (near.isPresent() && near.get().source() == host) {
                return near;
            }
        }
        return search.here();
    }

    @Override
    public Optional<Wait> worthWaiting(Proposal here, long waitedNanos) {
        boolean waitsForNobody = search.isUnhindered(here) || here.group().isHeldOn(host);
        OptionalDouble seconds = waitsForNobody ? OptionalDouble.empty() : secondsToSource(here);
        return seconds.isPresent() && waitedNanos < (long) (LONGEST_SECONDS * 1e9)
                ? Optional.of(new Wait(Choice.Cause.SOURCE_SLOW, here.source(), (long) (seconds.getAsDouble() * 1e9)))
                : search.worthWaiting(here, waitedNanos);
    }

    /**
     * Until one more reader of a slow source that is read from is of use: until it is the set's turn; for one from afar, until a slot beside the
     * source is free, if that is in time. Empty when it is of use now.
     */
    private OptionalDouble secondsToSource(Proposal here) {
        int source = here.source();
        if (source < 0 || !queue.isBusy(source)) {
            return OptionalDouble.empty();
        }
        double slot = slots.secondsToFreeSlot(source, kind);
        boolean bySlot = source != host && slots.slots(source, kind) > 0 && slot <= here.seconds();
        double turn = queue.secondsToTurn(source);
        return bySlot || turn > 0 ? OptionalDouble.of(Math.max(turn, bySlot ? slot : 0)) : OptionalDouble.empty();
    }
}
