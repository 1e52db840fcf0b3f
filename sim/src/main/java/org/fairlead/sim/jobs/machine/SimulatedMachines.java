// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.machine;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.fairlead.core.task.InputKind;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.jobs.storage.Block;

/**
 * The machines of a run by number: their slots, disks and processors, and the engine's resources that these are. Each application has
 * all slots of a machine for itself, as many as there are of each kind.
 */
public final class SimulatedMachines {
    public static final int NONE = -1;

    private final Cluster cluster;
    private final int[] host;
    private final int[] machineOfHost;
    private final int[] mapSlots;
    private final int[] reduceSlots;
    private final int applications;
    /** By application, then by machine. */
    private final BitSet[][] takenMaps;

    private final BitSet[][] takenReduces;
    private final int[] disk;
    private final int[] processor;
    private final int[] streams;
    private final double[] oneDisk;
    private final boolean[] seeks;
    /** Of what its disks can do. */
    private final double[] diskShare;

    private final int resources;

    /**
     * @param applications at least 1
     * @param reduceSlotsFactor multiplies the slots for reduces
     */
    public SimulatedMachines(Cluster cluster, int applications, double reduceSlotsFactor) {
        this.cluster = cluster;
        this.applications = applications;
        int count = cluster.machines().size();
        host = new int[count];
        machineOfHost = new int[cluster.topology().nodes().size()];
        Arrays.fill(machineOfHost, NONE);
        mapSlots = new int[count];
        reduceSlots = new int[count];
        takenMaps = none(applications, count);
        takenReduces = none(applications, count);
        disk = new int[count];
        processor = new int[count];
        streams = new int[count];
        oneDisk = new double[count];
        seeks = new boolean[count];
        diskShare = new double[count];
        Arrays.fill(diskShare, 1);
        int next = cluster.topology().links().size();
        Map<Integer, Integer> pools = new HashMap<>();
        for (int machine = 0; machine < count; machine++) {
            Cluster.Machine made = cluster.machines().get(machine);
            host[machine] = made.host();
            machineOfHost[made.host()] = machine;
            mapSlots[machine] = made.mapSlots();
            reduceSlots[machine] = (int) Math.round(made.reduceSlots() * reduceSlotsFactor);
            disk[machine] = Double.isInfinite(rateOfAll(made)) ? NONE : next++;
            oneDisk[machine] = made.disks().stream()
                    .mapToDouble(Cluster.Disk::bytesPerSecond)
                    .max()
                    .orElse(Double.POSITIVE_INFINITY);
            seeks[machine] = disk[machine] != NONE && made.disks().stream().anyMatch(one -> one.seekShare() > 0);
            int pool = made.processorPool();
            if (pool >= 0) {
                if (!pools.containsKey(pool)) {
                    pools.put(pool, next++);
                }
                processor[machine] = pools.get(pool);
            } else {
                // Processors that are never fewer than slots bound nobody: a task's own cap says all.
                boolean enough = made.processors() >= mapSlots[machine] + reduceSlots[machine];
                processor[machine] = enough && !slowsProcessors(made.host()) ? NONE : next++;
            }
        }
        resources = next;
    }

    private boolean slowsProcessors(int hostIndex) {
        return cluster.slowdowns().stream()
                .anyMatch(slow -> slow.host() == hostIndex && slow.part() == Cluster.Slowdown.Part.PROCESSORS);
    }

    /** Whether a task that reads a shuffle can run anywhere. */
    public boolean canReduce() {
        return !hasReduceSlots() || IntStream.of(reduceSlots).anyMatch(slots -> slots > 0);
    }

    private static BitSet[][] none(int applications, int machines) {
        BitSet[][] taken = new BitSet[applications][machines];
        for (BitSet[] ofOne : taken) {
            Arrays.setAll(ofOne, machine -> new BitSet());
        }
        return taken;
    }

    private static double rateOfAll(Cluster.Machine machine) {
        List<Cluster.Disk> disks = machine.disks();
        return disks.isEmpty()
                ? Double.POSITIVE_INFINITY
                : disks.stream().mapToDouble(Cluster.Disk::bytesPerSecond).sum();
    }

    /** What each resource of the engine can do a second, background loads not counted: links, then disks and processors. */
    public double[] capacities() {
        double[] capacities = new double[resources];
        cluster.topology().links().forEach(link -> capacities[link.index()] = link.bytesPerSecond());
        for (int machine = 0; machine < host.length; machine++) {
            Cluster.Machine made = cluster.machines().get(machine);
            if (disk[machine] != NONE) {
                capacities[disk[machine]] = rateOfAll(made);
            }
            if (processor[machine] != NONE) {
                capacities[processor[machine]] = made.processors();
            }
        }
        return capacities;
    }

    public int count() {
        return host.length;
    }

    public int host(int machine) {
        return host[machine];
    }

    /** Those that run tasks. */
    public int[] withSlots() {
        return IntStream.range(0, host.length)
                .filter(machine -> mapSlots[machine] + reduceSlots[machine] > 0)
                .toArray();
    }

    public int[] hosts(int[] some) {
        return Arrays.stream(some).map(this::host).toArray();
    }

    /** @return {@link #NONE} for a host that runs nothing */
    public int of(int hostIndex) {
        return machineOfHost[hostIndex];
    }

    public boolean stores(int machine) {
        return cluster.machines().get(machine).stores();
    }

    /** All disks of a machine as one resource; {@link #NONE} if they never limit. */
    public int disk(int machine) {
        return disk[machine];
    }

    /** {@link #NONE} if it never limits more than a task's own speed does. */
    public int processor(int machine) {
        return processor[machine];
    }

    /** What one stream gets of a machine's disks at most: those of one. */
    public double oneDisk(int machine) {
        return oneDisk[machine];
    }

    private boolean caches(int machine) {
        return cluster.machines().get(machine).pageCache();
    }

    /** Whether a machine's disks limit what is written to them, and read again. */
    public boolean writesToDisk(int machine) {
        return disk[machine] != NONE && !caches(machine);
    }

    /** Whether a machine's disks limit how a block of it is read. */
    public boolean readsFromDisk(int machine, Block block) {
        return disk[machine] != NONE && !(caches(machine) && block.isCached(machine));
    }

    /** What a machine's disks move of map output, and of what is spilled; infinite where memory holds it. */
    public double spillRate(int machine) {
        return writesToDisk(machine) ? rateOfAll(cluster.machines().get(machine)) : Double.POSITIVE_INFINITY;
    }

    /** Those of some machines whose disks limit what is written. */
    public int[] writingToDisk(int[] some) {
        return Arrays.stream(some).filter(this::writesToDisk).toArray();
    }

    /** Counts a stream on a machine's disks in or out, and says what they can do together from now on. */
    public double streams(int machine, int more) {
        streams[machine] += more;
        Cluster.Machine made = cluster.machines().get(machine);
        int disks = made.disks().size();
        double onEach = Math.max(1, (double) streams[machine] / disks);
        double together = 0;
        for (Cluster.Disk one : made.disks()) {
            together += one.bytesPerSecond() * Math.max(one.leastShare(), 1 / (1 + one.seekShare() * (onEach - 1)));
        }
        return diskShare[machine] * together;
    }

    /** Sets what share of a machine's disks is left, and says what they can do together from now on. */
    public double diskShare(int machine, double left) {
        diskShare[machine] = left;
        return streams(machine, 0);
    }

    /** What each stream on a machine's disks gets at least if all get alike. */
    public double evenPart(int machine, double bytesPerSecond) {
        return bytesPerSecond / Math.max(1, streams[machine]);
    }

    /** By machine, what its tasks have; 0 where nobody says it. */
    public long[] memoryBytes() {
        return cluster.machines().stream()
                .mapToLong(Cluster.Machine::executorMemoryBytes)
                .toArray();
    }

    /** Whether streams disturb each other on a machine's disks. */
    public boolean seeks(int machine) {
        return seeks[machine];
    }

    private boolean hasReduceSlots() {
        return cluster.framework() == Cluster.Framework.HADOOP;
    }

    public int applications() {
        return applications;
    }

    /** Slots of all machines, for all kinds, of each application. */
    public int allSlots() {
        return Arrays.stream(mapSlots).sum()
                + (hasReduceSlots() ? Arrays.stream(reduceSlots).sum() : 0);
    }

    /** Whether a slot takes any task. */
    public boolean sharesSlots() {
        return !hasReduceSlots();
    }

    /** Whether a slot of a kind takes tasks of a kind. */
    public boolean takes(InputKind slot, InputKind task) {
        return sharesSlots() || slot == task;
    }

    public int slots(int machine, InputKind kind) {
        return isForReduces(kind) ? reduceSlots[machine] : mapSlots[machine];
    }

    /** Slots of an application. */
    public int free(int machine, InputKind kind, int application) {
        return slots(machine, kind) - taken(machine, kind, application).cardinality();
    }

    /** Whether a machine has a free slot of any application. */
    public boolean hasFree(int machine, InputKind kind) {
        for (int application = 0; application < applications; application++) {
            if (free(machine, kind, application) > 0) {
                return true;
            }
        }
        return false;
    }

    private boolean isForReduces(InputKind kind) {
        return hasReduceSlots() && kind == InputKind.SHUFFLE;
    }

    private BitSet taken(int machine, InputKind kind, int application) {
        return (isForReduces(kind) ? takenReduces : takenMaps)[application][machine];
    }

    /** Takes a slot; an application's are numbered after those of the one before, reduces' in Hadoop after those for maps. */
    public int take(int machine, InputKind kind, int application) {
        BitSet taken = taken(machine, kind, application);
        int slot = taken.nextClearBit(0);
        taken.set(slot);
        return firstSlot(machine, kind, application) + slot;
    }

    public void free(int machine, InputKind kind, int application, int slot) {
        taken(machine, kind, application).clear(slot - firstSlot(machine, kind, application));
    }

    /** Number of the first of an application's slots; {@link #slots} says how many follow each other. */
    public int firstSlot(int machine, InputKind kind, int application) {
        return isForReduces(kind) ? mapSlots[machine] : application * mapSlots[machine];
    }
}
