// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.placement.Candidates;
import org.fairlead.core.placement.FavoredHosts;
import org.fairlead.core.placement.Placement;
import org.fairlead.core.placement.PlacementRequest;
import org.fairlead.core.placement.RandomPlacer;
import org.fairlead.core.topology.Host;
import org.fairlead.core.view.AvailableBandwidth;
import org.fairlead.sim.jobs.lead.InputKnown;
import org.fairlead.sim.jobs.machine.SimulatedMachines;
import org.fairlead.sim.jobs.storage.Block;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;

/** The simulated file system: which machines store which blocks. What lies there before a job reads it was placed as HDFS does by default. */
final class Files implements Candidates {
    private static final int FAULT_DOMAINS = 2;
    /** Of a file, what sums of parts may be off. */
    private static final double ROUNDING = 1e-12;

    private final RunContext world;
    private final AvailableBandwidth nothingKnown;
    private final RandomPlacer stock = new RandomPlacer();
    private final long[] stored;
    private final long[] written;
    private final Map<String, List<Block>> byName = new HashMap<>();
    /** By name, of those that a job of the run wrote. */
    private final Map<String, InputKnown> writtenAt = new HashMap<>();

    private final Set<String> readLater = new HashSet<>();
    /** By job, then by stage, the number of the first block of a file of its own. */
    private final long[][] firstBlocks;
    /** Blocks of stored files. */
    private long placed;

    Files(RunContext world, Workload workload, AvailableBandwidth nothingKnown) {
        this.world = world;
        this.nothingKnown = nothingKnown;
        stored = new long[world.machines.count()];
        written = new long[world.machines.count()];
        workload.jobs().forEach(job -> job.stages().forEach(stage -> {
            if (stage.input() instanceof Stage.Input.File file) {
                readLater.add(file.name());
            }
        }));
        for (Workload.StoredFile file : workload.files()) {
            byName.put(file.name(), place(file));
        }
        firstBlocks = firstBlocks(workload);
    }

    /** Numbers follow those of stored files in the workload's order: it does not count when a stage starts. */
    private long[][] firstBlocks(Workload workload) {
        long size = world.cluster.fileSystem().blockBytes();
        long next = placed;
        long[][] first = new long[workload.jobs().size()][];
        for (int job = 0; job < first.length; job++) {
            List<Stage> stages = workload.jobs().get(job).stages();
            first[job] = new long[stages.size()];
            for (int stage = 0; stage < stages.size(); stage++) {
                first[job][stage] = next;
                if (stages.get(stage).input() instanceof Stage.Input.Blocks blocks) {
                    next += blocks.bytes() / size + (blocks.bytes() % size > 0 ? 1 : 0);
                }
            }
        }
        return first;
    }

    private List<Block> place(Workload.StoredFile file) {
        if (file.writers().isEmpty()) {
            return placeNext(SimulatedMachines.NONE, file.bytes(), file);
        }
        List<Block> blocks = new ArrayList<>();
        int writers = file.writers().size();
        for (int part = 0; part < writers; part++) {
            long bytes = file.bytes() / writers + (part < file.bytes() % writers ? 1 : 0);
            int machine = world.machine(file.writers().get(part), "stored file " + file.name());
            blocks.addAll(placeNext(machine, bytes, file));
        }
        return blocks;
    }

    private List<Block> placeNext(int writer, long bytes, Workload.StoredFile file) {
        List<Block> blocks = place(placed, writer, bytes, file.blockBytes(), file.replication());
        placed += blocks.size();
        return blocks;
    }

    /**
     * Places blocks as the stock rule does.
     *
     * @param first number of the first one: the seed and a block's number decide where it lies
     * @param writer a machine; {@link SimulatedMachines#NONE} for writers anywhere
     */
    private List<Block> place(long first, int writer, long bytes, long blockBytes, int replication) {
        long size = blockBytes > 0 ? blockBytes : world.cluster.fileSystem().blockBytes();
        List<Block> blocks = new ArrayList<>();
        for (long begin = 0; begin < bytes; begin += size) {
            long length = Math.min(size, bytes - begin);
            long seed = Draw.mixed(~world.seed, first + blocks.size());
            Block block =
                    new Block(machines(stockPlacement(request(writer, copies(replication), length), seed)), length);
            if (!blocks.isEmpty()) {
                blocks.get(blocks.size() - 1).followedBy(block);
            }
            blocks.add(block);
        }
        for (Block block : blocks) {
            count(stored, block.machines, 1);
        }
        return blocks;
    }

    int copies(int replication) {
        return replication > 0 ? replication : world.cluster.fileSystem().replication();
    }

    /** @param writer a machine; {@link SimulatedMachines#NONE} for a writer outside */
    PlacementRequest request(int writer, int copies, long bytes) {
        Optional<Host> from = writer == SimulatedMachines.NONE
                ? Optional.empty()
                : Optional.of(world.routes.host(world.machines.host(writer)));
        return new PlacementRequest(from, List.of(), copies, Math.max(1, bytes), FAULT_DOMAINS, this);
    }

    /**
     * Where a task asks for a block's replicas to go.
     *
     * @param slowHosts that it knows of, with how many times as long tasks take there
     * @param seed of the file: all its blocks go to the same hosts
     * @return empty: it says nothing
     */
    Optional<Placement> favored(PlacementRequest request, Map<String, Double> slowHosts, long seed) {
        if (slowHosts.isEmpty()) {
            return Optional.empty();
        }
        List<Host> hosts = IntStream.range(0, world.machines.count())
                .filter(world.machines::stores)
                .mapToObj(machine -> world.routes.host(world.machines.host(machine)))
                .toList();
        List<FavoredHosts.Known> known = hosts.stream()
                .map(host -> new FavoredHosts.Known(
                        host.rack(),
                        slowHosts.getOrDefault(host.name(), 1.0),
                        request.writer().filter(host::equals).isPresent()))
                .toList();
        List<Host> asked = FavoredHosts.choose(known, request.additional(), seed).stream()
                .map(hosts::get)
                .toList();
        return asked.isEmpty()
                ? Optional.empty()
                : Optional.of(new Placement.Chosen(asked, 0, "asked for by a task that knows slow hosts", List.of()));
    }

    Placement stockPlacement(PlacementRequest request, long seed) {
        return stock.select(request, nothingKnown, 0, seed);
    }

    int[] machines(Placement placement) {
        if (!(placement instanceof Placement.Chosen chosen)) {
            throw new IllegalStateException("no machine can store a block: " + placement.reason());
        }
        return chosen.targets().stream()
                .mapToInt(host -> world.machines.of(host.index()))
                .toArray();
    }

    /** Notes a block that was written. */
    void wrote(int[] machines) {
        count(stored, machines, 1);
        count(written, machines, 1);
    }

    /** Notes that blocks which were written are no more. */
    void deleted(List<Block> blocks) {
        for (Block block : blocks) {
            count(stored, block.machines, -1);
            count(written, block.machines, -1);
        }
    }

    private static void count(long[] counts, int[] machines, int more) {
        for (int machine : machines) {
            counts[machine] += more;
        }
    }

    static String nameOf(StageRun stage) {
        return stage.job.job.name() + "/" + stage.number;
    }

    boolean isReadLater(StageRun stage) {
        return readLater.contains(nameOf(stage));
    }

    void store(StageRun stage) {
        byName.put(nameOf(stage), stage.written);
        writtenAt.put(nameOf(stage), world.foresight.now());
    }

    /** @return empty for a file that nobody wrote */
    List<Block> named(String name) {
        return byName.getOrDefault(name, List.of());
    }

    /** What each task of a stage reads; empty where it reads no blocks, or they are not there yet. What nobody stored before is placed. */
    List<Block> input(StageRun stage) {
        if (stage.stage.input() instanceof Stage.Input.Blocks blocks) {
            long first = firstBlocks[stage.job.number][stage.number];
            return parts(place(first, SimulatedMachines.NONE, blocks.bytes(), 0, 0), stage.tasks);
        }
        return stage.stage.input() instanceof Stage.Input.File file
                ? parts(named(file.name()), stage.tasks)
                : List.of();
    }

    /** When the input of a job that reads a file is known: the job submitted, and the file written. */
    InputKnown known(String name, InputKnown submitted) {
        return submitted.and(writtenAt.getOrDefault(name, submitted));
    }

    /** What each of so many tasks reads of a file: its blocks in turn, or an even part of all bytes, block after block. */
    static List<Block> parts(List<Block> blocks, int tasks) {
        if (blocks.size() == tasks || blocks.isEmpty()) {
            return blocks;
        }
        double sum = blocks.stream().mapToDouble(block -> block.bytes).sum();
        List<Block> parts = new ArrayList<>(tasks);
        int next = 0;
        double left = blocks.get(0).bytes;
        for (int task = 0; task < tasks; task++) {
            List<Block> pieces = new ArrayList<>();
            double wanted = sum / tasks;
            while (wanted > sum * ROUNDING || pieces.isEmpty()) {
                if (left <= sum * ROUNDING && next < blocks.size() - 1) {
                    left = blocks.get(++next).bytes;
                }
                double bytes = next == blocks.size() - 1 ? wanted : Math.min(left, wanted);
                Block block = blocks.get(next);
                pieces.add(block.part(block.bytes - left, bytes));
                left -= bytes;
                wanted -= bytes;
            }
            parts.add(pieces.get(0).before(pieces.subList(1, pieces.size())));
        }
        return parts;
    }

    List<Long> writtenReplicas() {
        return Arrays.stream(written).boxed().toList();
    }

    @Override
    public boolean eligible(int host) {
        int machine = world.machines.of(host);
        return machine != SimulatedMachines.NONE && world.machines.stores(machine);
    }

    @Override
    public long storedReplicas(int host) {
        int machine = world.machines.of(host);
        return machine == SimulatedMachines.NONE ? 0 : stored[machine];
    }
}
