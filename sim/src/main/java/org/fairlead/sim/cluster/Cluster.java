// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.cluster;

import java.util.List;
import org.fairlead.core.flow.SharingRule;
import org.fairlead.core.topology.Topology;

/**
 * A cluster to simulate.
 *
 * @param name how reports call it
 * @param topology its network; hosts of which no machine is given run nothing
 * @param machines what runs tasks and stores blocks, in the order of the topology's hosts
 * @param framework how tasks are handed out
 * @param fileSystem its HDFS
 * @param costs constants of set-up and launch
 * @param background background loads on links
 * @param guarantees how what is guaranteed a rate shares links with the rest; where nothing is guaranteed it does not matter
 * @param slowdowns processors and disks that are slow for a while
 */
public record Cluster(
        String name,
        Topology topology,
        List<Machine> machines,
        Framework framework,
        FileSystem fileSystem,
        Costs costs,
        List<BackgroundLoad> background,
        SharingRule guarantees,
        List<Slowdown> slowdowns) {
    public static final SharingRule USUAL_GUARANTEES = SharingRule.MAX_MIN_WITH_MINIMA;

    public Cluster {
        machines = List.copyOf(machines);
        background = List.copyOf(background);
        slowdowns = List.copyOf(slowdowns);
    }

    /** Names of the machines' hosts, in their order; not each host of the topology is one. */
    public List<String> machineNames() {
        return machines.stream()
                .map(machine -> topology.nodes().get(machine.host()).name())
                .toList();
    }

    /** Where nothing is slow. */
    public Cluster(
            String name,
            Topology topology,
            List<Machine> machines,
            Framework framework,
            FileSystem fileSystem,
            Costs costs,
            List<BackgroundLoad> background,
            SharingRule guarantees) {
        this(name, topology, machines, framework, fileSystem, costs, background, guarantees, List.of());
    }

    /** With the usual guarantees. */
    public Cluster(
            String name,
            Topology topology,
            List<Machine> machines,
            Framework framework,
            FileSystem fileSystem,
            Costs costs,
            List<BackgroundLoad> background) {
        this(name, topology, machines, framework, fileSystem, costs, background, USUAL_GUARANTEES);
    }

    /**
     * @param host its index in the topology
     * @param mapSlots slots for tasks that read blocks; in Spark, for any task
     * @param reduceSlots slots for tasks that read shuffles; 0 in Spark
     * @param processors that compute at the same time
     * @param disks how many
     * @param stores whether it stores blocks
     * @param processorPool machines of the same pool at least 0 share the pool's processors; −1 for processors of its own
     * @param pageCache whether memory holds all that was read from its disks or written to them, so that only the first reading of a block uses
     *     a disk
     * @param executorMemoryBytes that an executor on it has for kept blocks and shuffles (Spark); 0 when nobody says
     */
    public record Machine(
            int host,
            int mapSlots,
            int reduceSlots,
            double processors,
            List<Disk> disks,
            boolean stores,
            int processorPool,
            boolean pageCache,
            long executorMemoryBytes) {
        public Machine {
            disks = List.copyOf(disks);
        }

        /** Of which nobody says how much memory executors have. */
        public Machine(
                int host,
                int mapSlots,
                int reduceSlots,
                double processors,
                List<Disk> disks,
                boolean stores,
                int processorPool,
                boolean pageCache) {
            this(host, mapSlots, reduceSlots, processors, disks, stores, processorPool, pageCache, 0);
        }

        /** Of which memory holds nothing. */
        public Machine(
                int host,
                int mapSlots,
                int reduceSlots,
                double processors,
                List<Disk> disks,
                boolean stores,
                int processorPool) {
            this(host, mapSlots, reduceSlots, processors, disks, stores, processorPool, false);
        }
    }

    /**
     * One disk: a stream alone moves {@code bytesPerSecond}; n streams together move {@code bytesPerSecond / (1 + seekShare·(n − 1))},
     * but never less than {@code leastShare} of it: the head travels between them.
     *
     * @param bytesPerSecond infinite for a disk that never limits
     */
    public record Disk(double bytesPerSecond, double seekShare, double leastShare) {}

    /** How tasks are handed out. */
    public enum Framework {
        /** Hadoop 1: a tracker asks with its heartbeat; slots are for maps or for reduces; reduces start while maps run. */
        HADOOP,
        /** Spark: slots are offered when something changes, at the latest each second; a stage starts after its parents. */
        SPARK
    }

    /**
     * @param blockBytes of a full block
     * @param replication copies of a block
     * @param lineEndBytes that a task which has read a block to its end takes of the next one of the file, for the end of its last line: what a
     *     storage host sends at least. 0 where that does not count
     */
    public record FileSystem(long blockBytes, int replication, long lineEndBytes) {
        /** Where lines end with blocks. */
        public FileSystem(long blockBytes, int replication) {
            this(blockBytes, replication, 0);
        }
    }

    /**
     * What things cost besides bytes; seconds.
     *
     * @param heartbeatSeconds between two of a host
     * @param tasksPerHeartbeat launched at most in answer to one, of each kind (Hadoop)
     * @param reduceStart share of a job's maps that have ended when its reduces may start (Hadoop)
     * @param statusSeconds between two measurements of links and disks
     * @param statusDelaySeconds from a measurement until policies see it
     * @param taskLaunchSeconds from the decision until a task reads
     * @param taskEndSeconds from a task's last byte until its slot is free
     * @param jobStartSeconds from a job's submission until its first task may be launched
     * @param blockSetupSeconds before the first byte of a block that is written
     * @param blockEndSeconds after the last one, until the next block may begin
     * @param readSetupSeconds before the first byte of a block that is read from another host
     * @param spillShare bytes that a machine's disks move for a byte that a shuffle brings, beyond what memory holds
     * @param mapSpillShare bytes that a map's disks move for a byte of its output beyond writing it once: what does not fit its buffer
     *     is written, read and written again (Hadoop)
     * @param wireShare bytes on the wire for a byte of payload, such as 1.054
     * @param blockSetupProcessorSeconds what the set-up of a written block takes of the writer's processors, besides
     *     {@code blockSetupSeconds}: 1/(1 − ρ) times as long where they are busy to ρ, since each of its small steps waits for its turn
     */
    public record Costs(
            double heartbeatSeconds,
            int tasksPerHeartbeat,
            double reduceStart,
            double statusSeconds,
            double statusDelaySeconds,
            double taskLaunchSeconds,
            double taskEndSeconds,
            double jobStartSeconds,
            double blockSetupSeconds,
            double blockEndSeconds,
            double readSetupSeconds,
            double spillShare,
            double mapSpillShare,
            double wireShare,
            double blockSetupProcessorSeconds) {
        /** What is usual where nobody says otherwise. */
        public static Costs usual(Framework framework) {
            return framework == Framework.HADOOP ? CostKeys.HADOOP : CostKeys.SPARK;
        }
    }

    /**
     * What others take of a link from a moment on.
     *
     * @param link its index
     * @param atSeconds from when
     * @param bytesPerSecond until the next of the same link
     */
    public record BackgroundLoad(int link, double atSeconds, double bytesPerSecond) {}

    /**
     * A host's processors or disks have a share of what they can do left, always or again and again. Several at once multiply.
     *
     * @param host its index in the topology
     * @param share that is left, above 0
     * @param onSeconds for which it lasts each time; infinite: all the while
     * @param offSeconds from its end until it begins again
     */
    public record Slowdown(
            int host,
            Part part,
            double share,
            double fromSeconds,
            double toSeconds,
            double onSeconds,
            double offSeconds) {
        /** What of a host. */
        public enum Part {
            PROCESSORS,
            DISKS
        }
    }
}
