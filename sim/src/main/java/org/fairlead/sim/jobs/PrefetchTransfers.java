// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.sim.jobs.machine.ExchangeResources;
import org.fairlead.sim.jobs.machine.MachineActivities;
import org.fairlead.sim.jobs.prefetch.FetchRequest;
import org.fairlead.sim.jobs.prefetch.InputPart;
import org.fairlead.sim.jobs.prefetch.Transfers;
import org.fairlead.sim.jobs.storage.Block;
import org.fairlead.sim.jobs.time.Event;

/**
 * Input on its way ahead of its task: a transfer uses the source's disk and links as one that a task reads by, but no processor. Where it may have to wait, it uses its machine's {@link ExchangeResources#ahead}, too. Its number is that of its activity.
 *
 * <p>What is drawn for it is drawn apart, so that everything else is given the same chances as without.
 */
final class PrefetchTransfers implements Transfers {
    private static final long OWN_DRAWS = "prefetch".hashCode();

    private final RunContext world;
    private final ContenderPolicies decisions;
    /** By number; empty for jobs that are over, or were not submitted. */
    private final IntFunction<Optional<JobState>> jobs;

    private final double wireShare;
    private final int links;
    private final boolean waits;
    private final Map<Integer, Transfer> running = new HashMap<>();
    private long draws;
    /** By machine, bytes that others have sent to it, and until when they are counted. */
    private final double[] others;

    private final double[] othersSeconds;

    /**
     * A transfer that has begun.
     *
     * @param hash decides its path
     * @param reads whether the source's disk is read
     * @param committed its number in the load model; 0 for none
     */
    record Transfer(int source, long hash, boolean reads, long committed) {
        private int[] streams() {
            return reads ? new int[] {source} : StageRun.NOWHERE;
        }
    }

    /**
     * @param jobs by number; empty for one that does not run
     * @param waits whether transfers may have to wait: {@link #lets}
     */
    PrefetchTransfers(
            RunContext world, ContenderPolicies decisions, IntFunction<Optional<JobState>> jobs, boolean waits) {
        this.world = world;
        this.decisions = decisions;
        this.jobs = jobs;
        wireShare = world.cluster.costs().wireShare();
        links = world.cluster.topology().links().size();
        this.waits = waits;
        others = new double[world.machines.count()];
        othersSeconds = new double[others.length];
    }

    private Optional<StageRun> stage(InputPart part) {
        return jobs.apply(part.job()).map(job -> job.stages.get(part.stage()));
    }

    private static Block block(StageRun stage, InputPart part) {
        Block first = stage.blocks.get(part.task());
        return part.part() == 0 ? first : first.following.get(part.part() - 1);
    }

    @Override
    public double nowSeconds() {
        return world.engine.now();
    }

    @Override
    public void passAt(double seconds) {
        world.at(seconds, Event.PREFETCH, 0);
    }

    @Override
    public boolean isUseful(FetchRequest request) {
        InputPart part = request.part();
        Optional<StageRun> known = stage(part);
        if (known.isEmpty()) {
            return false;
        }
        StageRun stage = known.get();
        if (stage.blocks.isEmpty()
                || stage.hasEnded(part.task())
                || block(stage, part).isOn(request.machine())) {
            return false;
        }
        if (stage.attempts[part.task()] == 0) {
            return true;
        }
        for (RunningAttempt attempt : stage.running) {
            if (attempt.task == part.task()) {
                return !attempt.speculative && attempt.machine == request.machine() && attempt.blocksRead < part.part();
            }
        }
        throw new IllegalStateException("no attempt of task " + part.task() + " runs");
    }

    @Override
    public double bytes(InputPart part) {
        return block(stage(part).orElseThrow(), part).bytes;
    }

    @Override
    public int residualTasks(int job) {
        return jobs.apply(job).stream()
                .flatMap(state -> state.stages.stream())
                .mapToInt(stage -> stage.tasks - stage.ended)
                .sum();
    }

    @Override
    public int begin(FetchRequest request) {
        StageRun stage = stage(request.part()).orElseThrow();
        Block block = block(stage, request.part());
        int from = request.source() == FetchRequest.ANY_SOURCE
                ? decisions.sources.source(request.machine(), block)
                : request.source();
        MachineActivities.Needs needs = world.activities.needs();
        double cap = Double.POSITIVE_INFINITY;
        boolean fromDisk = world.machines.readsFromDisk(from, block);
        if (fromDisk) {
            needs.use(world.machines.disk(from), 1);
            cap = world.machines.oneDisk(from);
            block.cachedOn(from);
        }
        long hash = Draw.mixed(world.seed ^ OWN_DRAWS, draws++);
        needs.path(from, request.machine(), TrafficClass.BLOCK_READ, hash, 1);
        needs.use(world.exchanges.ahead(request.machine()), waits ? 1 : 0);
        long committed = decisions.commit(
                stage.job, new int[] {from, request.machine()}, TrafficClass.BLOCK_READ, block.bytes, 0);
        int activity = needs.start(1, cap, block.bytes, RunContext.payload(Event.AHEAD, 0, 0));
        Transfer transfer = new Transfer(from, hash, fromDisk, committed);
        world.activities.streams(transfer.streams(), 1);
        running.put(activity, transfer);
        return activity;
    }

    @Override
    public double left(int transfer) {
        return world.engine.remaining(transfer);
    }

    @Override
    public List<Integer> links(int transfer) {
        return Arrays.stream(world.engine.resources(transfer))
                .filter(resource -> resource < links)
                .distinct()
                .boxed()
                .toList();
    }

    @Override
    public double capacity(int link) {
        return world.engine.capacity(link) / wireShare;
    }

    /** Disks guarantee nothing: of the source's, an even part at most is counted on. */
    @Override
    public void guarantee(int transfer, double bytesPerSecond) {
        Transfer one = running.get(transfer);
        double most = bytesPerSecond;
        if (one.reads()) {
            double disk = world.engine.capacity(world.machines.disk(one.source()));
            most = Math.min(most, world.machines.evenPart(one.source(), disk));
        }
        world.engine.guarantee(transfer, most);
    }

    /** What others send is counted as if it had been the same since the last time. */
    @Override
    public long receivedBytes(int machine) {
        int link = world.routes.downLink(world.machines.host(machine));
        if (link < 0) {
            return 0; // of several links none is known to be full
        }
        double rate = world.cluster.topology().links().get(link).bytesPerSecond() - world.engine.capacity(link);
        double now = world.engine.now();
        others[machine] += rate * (now - othersSeconds[machine]);
        othersSeconds[machine] = now;
        return (long) world.meter.read()[link] + (long) others[machine];
    }

    @Override
    public long taskBytes(int machine) {
        double[] served = world.meter.read();
        int link = world.routes.downLink(world.machines.host(machine));
        double ahead = served[world.exchanges.ahead(machine)] * wireShare;
        return link < 0 ? 0 : (long) served[link] - (long) ahead;
    }

    @Override
    public void lets(int machine, boolean goOn) {
        int ahead = world.exchanges.ahead(machine);
        double capacity = ExchangeResources.openOrClosed(goOn);
        if (world.engine.capacity(ahead) != capacity) {
            world.engine.capacity(ahead, capacity);
        }
    }

    @Override
    public void cancel(int transfer) {
        takeOver(transfer);
    }

    /** Takes a transfer away for somebody who moves the rest of it himself. */
    Transfer takeOver(int transfer) {
        world.activities.left(transfer, world.engine.remaining(transfer));
        world.engine.cancel(transfer);
        return leave(transfer);
    }

    @Override
    public void ended(int transfer) {
        world.activities.left(transfer, 0);
        leave(transfer);
    }

    private Transfer leave(int transfer) {
        Transfer gone = running.remove(transfer);
        world.activities.streams(gone.streams(), -1);
        decisions.finish(gone.committed());
        return gone;
    }
}
