// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.message;

import java.util.List;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.TrafficClass;

/**
 * The flows that an application has decided on and that will cross the network: all of them, in the place of what it said before. Counts beside the measured loads
 * until counters show it, for every application but this one.
 *
 * @param cluster the topology's name, or empty: any; a controller of another cluster refuses
 * @param application who commits, unique in the cluster: Spark's application id
 * @param boot grows with each start of the application
 * @param sequence grows with each message of one boot
 * @param monotonicNanos when this was so, on a clock that only this boot knows
 * @param validMillis for how long it holds when it is not renewed
 * @param residualTasks of all its jobs, that have not begun
 * @param flows that are under way or about to be
 * @param fetches input that is fetched before its task starts, which asks for rates; its bytes are among the flows, too; null from an application that does not know of it: none
 */
public record FlowRequests(
        String cluster,
        String application,
        long boot,
        long sequence,
        long monotonicNanos,
        long validMillis,
        long residualTasks,
        List<Flow> flows,
        List<Fetch> fetches) {
    /** The largest that a controller reads, bytes. */
    public static final int LARGEST_BYTES = 1 << 20;

    public static final int MOST_FLOWS = 4096;
    public static final long LONGEST_VALID_MILLIS = 60_000;

    public FlowRequests {
        cluster = Bounds.text("cluster", cluster, Bounds.LONGEST_NAME);
        Bounds.name("application", application);
        Bounds.count("boot", boot);
        Bounds.count("sequence", sequence);
        Bounds.count("monotonic_nanos", monotonicNanos);
        Bounds.within("valid_millis", validMillis, 1, LONGEST_VALID_MILLIS);
        Bounds.count("residual_tasks", residualTasks);
        flows = Bounds.list("flows", flows, MOST_FLOWS);
        fetches = Bounds.list("fetches", fetches == null ? List.of() : fetches, MOST_FLOWS);
    }

    /** Where nothing is fetched ahead. */
    public static FlowRequests of(
            String cluster,
            String application,
            long boot,
            long sequence,
            long monotonicNanos,
            long validMillis,
            long residualTasks,
            List<Flow> flows) {
        return new FlowRequests(
                cluster, application, boot, sequence, monotonicNanos, validMillis, residualTasks, flows, List.of());
    }

    /**
     * Input of one task.
     *
     * @param id unique among the fetches of the application
     * @param from a host's name in the topology
     * @param to a host's name in the topology
     * @param bytes still to come
     * @param deadlineMillis from now, until its task is expected to start; 0 if it should have started
     * @param job whose task it is for
     * @param residualTasks of the job: those that have not ended yet
     */
    public record Fetch(long id, String from, String to, long bytes, long deadlineMillis, long job, int residualTasks) {
        private static final long LATEST_MILLIS = 3_600_000;

        public Fetch {
            Bounds.count("fetches.id", id);
            Bounds.name("fetches.from", from);
            Bounds.name("fetches.to", to);
            Bounds.count("fetches.bytes", bytes);
            Bounds.within("fetches.deadline_millis", deadlineMillis, 0, LATEST_MILLIS);
            Bounds.count("fetches.job", job);
            Bounds.count("fetches.residual_tasks", residualTasks);
        }
    }

    /**
     * A flow; a message may leave out id, class, ports, deadline, least rate and path.
     *
     * @param id unique among the flows of the application; 0 where nobody will speak of it again
     * @param from a host's name in the topology; empty: from many
     * @param to a host's name in the topology
     * @param trafficClass what it is for: {@code replication}, {@code block-read} or {@code shuffle}
     * @param sourcePort TCP's at the host that sends; 0 where it is not known
     * @param destinationPort TCP's at the host that receives; 0 where it is not known
     * @param bytes still to come
     * @param deadlineMillis from now, by when it is to be there; 0 where nobody waits for it
     * @param minBytesPerSecond that it needs; 0 where it needs none
     * @param maxBytesPerSecond at which it is expected to go
     * @param path among the equal-cost paths between the two, from 0, that the application counts on: a proposal; −1 where it counts on none
     */
    public record Flow(
            Long id,
            String from,
            String to,
            String trafficClass,
            Integer sourcePort,
            Integer destinationPort,
            long bytes,
            Long deadlineMillis,
            Long minBytesPerSecond,
            long maxBytesPerSecond,
            Integer path) {
        private static final int LAST_PORT = 65_535;
        private static final int NO_PATH = -1;

        public Flow {
            id = id == null ? 0 : id;
            sourcePort = sourcePort == null ? 0 : sourcePort;
            destinationPort = destinationPort == null ? 0 : destinationPort;
            deadlineMillis = deadlineMillis == null ? 0 : deadlineMillis;
            minBytesPerSecond = minBytesPerSecond == null ? 0 : minBytesPerSecond;
            path = path == null ? NO_PATH : path;
            Bounds.count("flows.id", id);
            from = Bounds.text("flows.from", from, Bounds.LONGEST_NAME);
            Bounds.name("flows.to", to);
            trafficClass = trafficClass == null ? TrafficClass.SHUFFLE.label() : trafficClass;
            TrafficClass.named(trafficClass);
            Bounds.within("flows.source_port", sourcePort, 0, LAST_PORT);
            Bounds.within("flows.destination_port", destinationPort, 0, LAST_PORT);
            Bounds.count("flows.bytes", bytes);
            Bounds.count("flows.deadline_millis", deadlineMillis);
            Bounds.count("flows.min_bytes_per_second", minBytesPerSecond);
            Bounds.count("flows.max_bytes_per_second", maxBytesPerSecond);
            Bounds.within("flows.path", path, NO_PATH, PathsMessage.Pair.MOST_PATHS - 1);
        }

        /** One that nobody has a deadline for, of any port, over whatever path. */
        public static Flow of(
                long id, String from, String to, TrafficClass trafficClass, long bytes, long maxBytesPerSecond) {
            return new Flow(id, from, to, trafficClass.label(), 0, 0, bytes, 0L, 0L, maxBytesPerSecond, NO_PATH);
        }

        /** The same, counting on a path. */
        public Flow over(PathChoice choice) {
            return new Flow(
                    id,
                    from,
                    to,
                    trafficClass,
                    sourcePort,
                    destinationPort,
                    bytes,
                    deadlineMillis,
                    minBytesPerSecond,
                    maxBytesPerSecond,
                    choice.number());
        }

        /** The path that the application counts on; the network's own where it counts on none. */
        public PathChoice proposed() {
            return path == NO_PATH ? PathChoice.NETWORK : new PathChoice(path);
        }
    }
}
