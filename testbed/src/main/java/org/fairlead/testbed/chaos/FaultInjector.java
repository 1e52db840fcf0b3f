// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.testbed.chaos.FaultPlan.Planned;
import org.fairlead.testbed.cluster.ControllerKind;
import org.fairlead.testbed.cluster.OwnController;
import org.fairlead.testbed.cluster.process.ClusterException;
import org.fairlead.testbed.cluster.process.Daemon;
import org.fairlead.testbed.network.Command;
import org.fairlead.testbed.network.LinkFaults.Direction;
import org.fairlead.testbed.telemetry.TelemetryFiles;

/** Breaks what a plan names, and gives back how it is healed. */
final class FaultInjector {
    private static final long READY_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(90);
    private static final long POLL_MILLIS = 200;
    private static final long SECONDS_A_DAY = 86_400;
    private static final long ROOM_LEFT_BYTES = 64 << 10;

    private final ChaosStand stand;
    private final SteadyQueries queries;

    FaultInjector(ChaosStand stand, SteadyQueries queries) {
        this.stand = stand;
        this.queries = queries;
    }

    /** How a fault is healed. */
    interface Healing {
        void heal() throws Exception;
    }

    /**
     * What it took until everything worked again.
     *
     * @param startedAgain daemons that had not survived
     * @param brokenUntilMillis when it was last seen that something did not work, since 1970; 0: never
     */
    record Revival(List<String> startedAgain, long brokenUntilMillis) {
        static final Revival NOT_AWAITED = new Revival(List.of(), 0);

        Revival {
            startedAgain = List.copyOf(startedAgain);
        }
    }

    /** Breaks it, and returns at once. */
    Healing plant(Planned fault) throws Exception {
        String host = fault.target();
        return switch (fault.kind()) {
            case STOP_DATANODE -> stop(stand.hdfs().dataNode(host).processes());
            case KILL_DATANODE -> kill(stand.hdfs().dataNode(host));
            case STOP_NAMENODE -> stop(stand.hdfs().nameNode().processes());
            case KILL_NAMENODE -> kill(stand.hdfs().nameNode());
            case STOP_WORKER -> stop(stand.spark().worker(host).processes());
            case KILL_EXECUTOR -> killExecutors(stand.spark().worker(host));
            case STOP_DRIVER -> stop(queries.driver());
            case CUT_LINK -> {
                stand.links().cut(host);
                yield () -> stand.links().mend(host);
            }
            case SLOW_LINK -> {
                stand.links().slow(host, fault.degree());
                yield () -> stand.links().slow(host, 1);
            }
            case LOSE_RECEIVED -> lose(host, Direction.RECEIVED, fault.degree());
            case LOSE_SENT -> lose(host, Direction.SENT, fault.degree());
            case SLOW_DISK -> {
                stand.slowDisk(host, fault.degree());
                yield () -> stand.slowDisk(host, 1);
            }
            case FULL_DISK -> fill(stand.disk(host));
            case STEP_CLOCK -> stepClock(stand.hdfs().dataNode(host), fault.degree() * SECONDS_A_DAY);
            case LYING_AGENT -> lie(host, fault.degree());
            case SECOND_CONTROLLER -> secondController();
            case POLICY_THROWS -> policy("throw");
            case POLICY_HANGS -> policy("hang");
            case ENFORCEMENT_OFF -> {
                enforcement(false);
                yield () -> enforcement(true);
            }
        };
    }

    /**
     * Waits until everything works that a healed cluster has; starts again what did not survive a fault.
     *
     * @throws ClusterException when it takes longer than 90 s
     */
    Revival awaitHealthy() throws InterruptedException {
        List<String> revived = new ArrayList<>();
        long brokenUntilMillis = 0;
        long deadline = System.nanoTime() + READY_WITHIN_NANOS;
        while (System.nanoTime() < deadline) {
            long lookedMillis = System.currentTimeMillis();
            List<Daemon> daemons = new ArrayList<>(List.of(stand.hdfs().nameNode()));
            stand.site()
                    .layout()
                    .dataNodes()
                    .forEach(host -> daemons.add(stand.hdfs().dataNode(host)));
            stand.site()
                    .layout()
                    .workers()
                    .forEach(host -> daemons.add(stand.spark().worker(host)));
            for (Daemon daemon : daemons) {
                if (!daemon.isAlive()) {
                    revived.add(daemon.name());
                    daemon.startAgain(UnaryOperator.identity());
                }
            }
            if (stand.hdfs().isReady()) {
                return new Revival(revived, brokenUntilMillis);
            }
            brokenUntilMillis = lookedMillis;
            Thread.sleep(POLL_MILLIS);
        }
        throw new ClusterException(
                "HDFS does not work again 90 s after all was healed; started again meanwhile: " + revived);
    }

    private static Healing stop(List<ProcessHandle> processes) throws IOException {
        signal("STOP", processes);
        return () -> signal("CONT", processes);
    }

    private static void signal(String name, List<ProcessHandle> processes) throws IOException {
        for (ProcessHandle process : processes) {
            if (process.isAlive()) {
                Command.run(List.of("kill", "-" + name, Long.toString(process.pid())));
            }
        }
    }

    private static Healing kill(Daemon daemon) {
        daemon.close();
        return () -> daemon.startAgain(UnaryOperator.identity());
    }

    /** The worker starts others by itself. */
    private static Healing killExecutors(Daemon worker) {
        worker.processes().stream().skip(1).forEach(ProcessHandle::destroyForcibly);
        return () -> {};
    }

    private Healing lose(String host, Direction direction, int percent) throws IOException {
        stand.links().lose(host, direction, percent);
        return () -> stand.links().loseNothing(host);
    }

    private static Healing fill(Path disk) throws IOException {
        Path filling = disk.resolve("filling");
        long size = 0;
        // Others write meanwhile, and the file system itself needs a little: what does not fit is tried again smaller.
        for (long step = room(disk); step >= ROOM_LEFT_BYTES; step = Math.min(step, room(disk))) {
            try {
                Command.run(List.of("fallocate", "--length", Long.toString(size + step), filling.toString()));
                size += step;
            } catch (IOException e) {
                step /= 2;
            }
        }
        if (size == 0) {
            Files.deleteIfExists(filling);
            throw new IOException("nothing could be written into " + disk);
        }
        return () -> Files.deleteIfExists(filling);
    }

    private static long room(Path disk) throws IOException {
        return Files.getFileStore(disk).getUnallocatedSpace() - ROOM_LEFT_BYTES;
    }

    /**
     * Kills a DataNode with its agent and starts it with a monotonic clock that is so much later, as if its host had been up for longer;
     * the next start of it has the true clock, an earlier one, again.
     */
    private static Healing stepClock(Daemon dataNode, long seconds) {
        dataNode.startAgain(command -> {
            // "ip netns exec HOST" stands before the command itself.
            List<String> shifted = new ArrayList<>(command.subList(0, 4));
            shifted.addAll(List.of(
                    "unshare",
                    "--fork",
                    "--kill-child",
                    "--time",
                    "--monotonic",
                    Long.toString(seconds),
                    "--boottime",
                    Long.toString(seconds)));
            shifted.addAll(command.subList(4, command.size()));
            return shifted;
        });
        return () -> {
            String offsets = Files.readString(
                    Path.of("/proc", Long.toString(dataNode.processes().get(0).pid()), "timens_offsets"));
            if (!offsets.matches("(?s).*monotonic\\s+" + seconds + "\\s.*")) {
                throw new ClusterException(dataNode.name() + " has no stepped clock, but offsets of " + offsets);
            }
        };
    }

    /** The true agent speaks all the time; from the end of the lies it has to be believed again by itself. */
    private Healing lie(String host, int kind) throws Exception {
        LyingAgent agent = LyingAgent.start(stand.fabric(), stand.telemetry(), controller(), host, kind);
        return () -> {
            agent.close();
            if (agent.taken() == 0) {
                throw new ClusterException(
                        "no lie about " + host + " was taken, the last because of " + agent.decline());
            }
        };
    }

    /** Agents and Spark know of it by their configuration; it was started later, so its epoch is higher. */
    private Healing secondController() {
        String host = stand.site().layout().nameNode();
        OwnController second = OwnController.start(stand.site(), stand.heartbeat(), ControllerKind.LOADS);
        stand.switches().add(host, stand.site().ownController(ControllerKind.LOADS));
        return () -> {
            stand.switches().remove(stand.site().ownController(ControllerKind.LOADS));
            second.close();
        };
    }

    private Healing policy(String fault) {
        stand.policyFault(fault);
        return () -> stand.policyFault("none");
    }

    private void enforcement(boolean enabled) throws Exception {
        stand.fabric().callOn(stand.site().layout().nameNode(), () -> {
            try (ControllerClient client = new ControllerClient(
                    List.of(controller()),
                    TelemetryFiles.credentials(stand.telemetry().operatorToken()))) {
                return client.enforcement(enabled);
            }
        });
    }

    private Endpoint controller() {
        return stand.controller()
                .orElseThrow(() -> new ClusterException(
                        "contender " + stand.contender().name() + " has no controller inside its NameNode"));
    }
}
