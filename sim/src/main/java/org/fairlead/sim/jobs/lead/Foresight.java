// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.lead;

import java.util.Arrays;
import java.util.List;
import org.fairlead.core.topology.EqualCostRoutes;
import org.fairlead.core.topology.Routes;
import org.fairlead.sim.engine.Engine;
import org.fairlead.sim.jobs.outcome.LeadBytes;
import org.fairlead.sim.jobs.outcome.LeadCause;

/**
 * Tells, of all blocks that tasks read from another host, which could have been fetched ahead.
 *
 * <p><em>Lead</em>: from when the input is known (its job has been submitted, its file written) until the task needs it: until its launch, and for the second and later blocks of a
 * task until it comes to them.
 *
 * <p><em>In time</em>: bytes / free rate is at most the lead. The free rate is what the tightest of these has left in the mean over the lead: the source's disks (unless its memory holds
 * the block), its link, the best of the equal-cost paths between the racks, the link of the host where the task ran. Left is what neither background traffic nor any activity took.
 * From the disks comes no more than one of them gives.
 *
 * <p>It is an upper bound of what anybody could fetch ahead. Whoever fetched would have to know when the job is submitted on which host the task will run, and has memory there without
 * limit. Each block is judged by itself: two may count on the same bytes that a link had left. Fetching takes nothing from anybody.
 *
 * <p>It only looks on: a run with it is the same as without, to the last bit, unless policies ask for what it judges.
 */
public final class Foresight {
    private final Engine engine;
    private final Routes routes;
    private final double wireShare;
    private final boolean on;
    private final LeftOver leftOver;
    private final SlotHistory slots;
    /** By cause. */
    private final double[] inTime = new double[LeadCause.values().length];

    private final double[] late = new double[LeadCause.values().length];

    /**
     * @param resources of the engine: links by their index, then whatever else
     * @param wireShare bytes on links for a byte of a block
     * @param on whether it looks; else no task has a lead
     */
    public Foresight(Engine engine, Routes routes, int resources, int machines, double wireShare, boolean on) {
        this.engine = engine;
        this.routes = routes;
        this.wireShare = wireShare;
        this.on = on;
        leftOver = new LeftOver(engine, resources);
        slots = new SlotHistory(machines);
    }

    /** Something is about to happen at this instant. */
    public void look() {
        if (on) {
            leftOver.look();
        }
    }

    /** What is read becomes known at this instant. */
    public InputKnown now() {
        return on ? leftOver.now() : InputKnown.NEVER;
    }

    public void freed(int machine, int slot) {
        slots.freed(machine, slot, engine.now());
    }

    /**
     * A task has taken a slot: what made its lead. Where it waited both for its stage's parents and for a slot, the longer of the two did.
     *
     * @param first of the machine's slots that it could have taken, numbered one after the other
     * @param count of them
     */
    public LeadCause taken(StageLead stage, int machine, int slot, int first, int count) {
        LeadCause forSlot = slots.cause(machine, slot, first, count, stage.stage(), stage.submittedSeconds());
        slots.taken(machine, slot, stage.stage());
        if (!(engine.now() > stage.known().seconds())) {
            return LeadCause.NONE;
        }
        double forParents = stage.forParentsSeconds();
        boolean parents =
                forParents > 0 && (forSlot == LeadCause.OFFER || forParents >= engine.now() - stage.submittedSeconds());
        return parents ? LeadCause.PARENTS : forSlot;
    }

    /**
     * Where a block is read from.
     *
     * @param host its index
     * @param disk the engine's resource; negative where disks do not limit it
     * @param mostPerSecond that its disks give one reader
     */
    public record Source(int host, int disk, double mostPerSecond) {}

    /**
     * Judges a block that a task is about to read from another host, and counts it.
     *
     * @param destination index of the host where the task runs
     * @return whether it could have been fetched ahead
     */
    public boolean judges(LeadCause cause, InputKnown known, Source from, int destination, double bytes) {
        boolean fits = cause != LeadCause.NONE && fits(known, from, destination, bytes);
        count(fits ? inTime : late, cause, bytes);
        return fits;
    }

    @SuppressWarnings("EnumOrdinal")
    private static void count(double[] into, LeadCause cause, double bytes) {
        into[cause.ordinal()] += bytes;
    }

    /** Bytes of a block that a task is about to read from another host, that could have been there by now: all of them, or as many as the lead was long enough for. */
    public double most(LeadCause cause, InputKnown known, Source from, int destination, double bytes) {
        if (cause == LeadCause.NONE) {
            return 0;
        }
        double given = Math.min(
                from.mostPerSecond() * (engine.now() - known.seconds()),
                from.disk() >= 0 ? leftOver.since(known, from.disk()) : Double.POSITIVE_INFINITY);
        double carried = Math.min(
                Math.min(own(known, routes.upLink(from.host())), own(known, routes.downLink(destination))),
                between(known, routes.inner(from.host(), destination)));
        return Math.min(bytes, Math.min(given, carried / wireShare));
    }

    private boolean fits(InputKnown known, Source from, int destination, double bytes) {
        if (bytes > from.mostPerSecond() * (engine.now() - known.seconds())
                || (from.disk() >= 0 && bytes > leftOver.since(known, from.disk()))) {
            return false;
        }
        double onWire = bytes * wireShare;
        return onWire <= own(known, routes.upLink(from.host()))
                && onWire <= own(known, routes.downLink(destination))
                && onWire <= between(known, routes.inner(from.host(), destination));
    }

    /** Units that a host's own link had left; what hangs on several has none of its own. */
    private double own(InputKnown known, int link) {
        return link < 0 ? Double.POSITIVE_INFINITY : leftOver.since(known, link);
    }

    /** Units that the best of equal-cost paths had left. */
    private double between(InputKnown known, EqualCostRoutes paths) {
        double most = 0;
        for (int path = 0; path < paths.count(); path++) {
            double least = Double.POSITIVE_INFINITY;
            for (int hop = 0; hop < paths.hops() && least > most; hop++) {
                least = Math.min(least, leftOver.since(known, paths.link(path, hop)));
            }
            most = Math.max(most, least);
        }
        return most;
    }

    public LeadBytes bytes() {
        return new LeadBytes(list(inTime), list(late));
    }

    private static List<Double> list(double[] values) {
        return Arrays.stream(values).boxed().toList();
    }
}
