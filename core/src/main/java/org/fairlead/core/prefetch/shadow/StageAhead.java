// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.core.plan.PlannedMapOutput;
import org.fairlead.core.task.BlockReads;
import org.fairlead.core.task.BroadcastFetches;
import org.fairlead.core.task.MapOutputFetches;
import org.fairlead.core.task.SchedulingContext;
import org.fairlead.core.task.Slots;
import org.fairlead.core.task.SlowSourceReads;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.view.AvailableBandwidth;

/** A stage while time runs ahead: its tasks that are pending by then, and what a policy may know when it is asked about them. Of one thread. */
final class StageAhead implements SchedulingContext, BroadcastFetches, SlowSourceReads {
    /** After as many offers that it declined, with no launch away from its input between them, a stage is asked no more for a while, but for hosts with its input. */
    private static final int DECLINES = 32;

    private final ShadowStage stage;
    private final Slots slots;
    private final TransfersAhead transfers;
    private final Optional<SlowSourceReads> slowSources;
    /** Hosts on which a task was launched: it fetches what all there need. */
    private final BitSet begun = new BitSet();

    /** By task whose input has arrived ahead, bytes that were missing before. */
    private final Map<Integer, Double> missing = new HashMap<>();

    /** Hosts on which input of pending tasks lies, or has lain. */
    private final BitSet inputOn = new BitSet();

    /** Null as long as nobody came to it. */
    private TaskSet pending;

    private PlannedMapOutput mapOutput;
    private int notLaunched;
    /** Since it was last launched away from its input. */
    private int declines;

    private double leftAloneUntil;

    StageAhead(ShadowStage stage, Slots slots, TransfersAhead transfers) {
        this.stage = stage;
        this.slots = slots;
        this.transfers = transfers;
        slowSources = stage.slowSources();
        notLaunched = stage.notLaunched();
    }

    ShadowStage stage() {
        return stage;
    }

    /** Tasks that nobody has launched by now, those that the set does not have among them. */
    int notLaunched() {
        return notLaunched;
    }

    /** Whether the set has a task to launch. */
    boolean hasPending() {
        return pending == null ? notLaunched > 0 && pending().size() > 0 : pending.size() > 0;
    }

    TaskSet pending() {
        if (pending == null) {
            pending = stage.pending();
            mapOutput = new PlannedMapOutput(
                    pending.mapOutput(), pending.routes().topology().nodes().size());
            transfers.add(mapOutput);
            for (int i = 0; i < pending.holders(); i++) {
                inputOn.set(pending.holder(i).host());
            }
        }
        return pending;
    }

    /** An offer was declined, which may be answered otherwise from a time on, in seconds. */
    void declined(double untilSeconds) {
        declines++;
        leftAloneUntil = untilSeconds;
    }

    /** Whether a host need not be offered: so many were declined, and nothing of what is pending lies there. */
    boolean isLeftAlone(int host, double nowSeconds) {
        return declines >= DECLINES
                && nowSeconds < leftAloneUntil
                && (!inputOn.get(host)
                        || (pending.pendingOn(host) == 0
                                && pending.heldOn(host, 1).isEmpty()));
    }

    /** Seconds from the look-ahead's beginning. */
    double leftAloneUntil() {
        return leftAloneUntil;
    }

    /**
     * A task is launched.
     *
     * @param source from which it reads, by index; −1 of many, or nobody knows
     */
    void launched(int task, int host, int source, double bytes) {
        TaskSet.Group group = pending.groupOf(task);
        if (!group.isOn(host) && !group.isHeldOn(host)) {
            declines = 0; // of a launch beside it, no other host learns anything
        }
        pending.launched(task);
        notLaunched--;
        begun.set(host);
        transfers.change(source, host, bytes, 1);
        if (source < 0) {
            mapOutput.add(task, host, bytes);
        }
    }

    /** All input of a task lies in a host's memory by now. */
    void arrived(int task, int host) {
        if (hasPending() && pending.isPending(task)) {
            missing.put(task, pending.groupOf(task).bytesMissingOn(host));
            pending.held(task, host, pending.bytesOf(task));
            inputOn.set(host);
        }
    }

    /** A pending task that is not offered for a moment. */
    @SuppressWarnings("ArrayRecordComponent") // put back within an offer, never compared
    record SetAside(int task, int[] hosts, double bytes) {}

    /** Those of some tasks that are pending are not, until they are put back. */
    List<SetAside> setAside(List<Integer> tasks) {
        List<SetAside> aside = new ArrayList<>(tasks.size());
        for (int task : tasks) {
            if (pending.isPending(task)) {
                aside.add(new SetAside(task, pending.groupOf(task).hosts(), pending.bytesOf(task)));
                pending.launched(task);
            }
        }
        return aside;
    }

    /** The last that was set aside comes back first. */
    void putBack(List<SetAside> aside) {
        for (int i = aside.size() - 1; i >= 0; i--) {
            pending.putBack(aside.get(i).task, aside.get(i).hosts, aside.get(i).bytes);
        }
    }

    /** Bytes of a pending task's input that a host lacked when the look-ahead began. */
    double missingOn(int host, int task) {
        TaskSet.Group group = pending.groupOf(task);
        return group.isHeldOn(host) ? missing.getOrDefault(task, 0.0) : group.bytesMissingOn(host);
    }

    /** One that was launched has ended. */
    void ended(int task, int host, int source, double bytes) {
        transfers.change(source, host, bytes, -1);
        if (source < 0) {
            mapOutput.add(task, host, -bytes);
        }
    }

    @Override
    public AvailableBandwidth network() {
        return transfers;
    }

    @Override
    public Slots slots() {
        return slots;
    }

    @Override
    public MapOutputFetches mapOutput() {
        return transfers;
    }

    @Override
    public BroadcastFetches broadcasts() {
        return this;
    }

    @Override
    public double bytesBesides(int host) {
        return begun.get(host) ? 0 : stage.broadcasts().bytesBesides(host);
    }

    @Override
    public BlockReads blockReads() {
        return this;
    }

    @Override
    public Optional<SlowSourceReads> slowSources() {
        return slowSources.isPresent() ? Optional.of(this) : Optional.empty();
    }

    @Override
    public double readRate(int source) {
        return slowSources.map(slow -> slow.readRate(source)).orElse(Double.POSITIVE_INFINITY);
    }

    @Override
    public double bytesToRead(int source) {
        return transfers.bytesToRead(source);
    }

    @Override
    public double bytesAhead(int source) {
        return slowSources.map(slow -> slow.bytesAhead(source)).orElse(0.0);
    }
}
