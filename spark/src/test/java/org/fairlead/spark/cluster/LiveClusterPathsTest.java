// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.spark.Soon.soon;
import static org.fairlead.spark.cluster.LiveClusterTest.conf;
import static org.fairlead.spark.cluster.LiveClusterTest.start;
import static org.fairlead.spark.cluster.LiveClusterTest.view;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.fairlead.control.Controller;
import org.fairlead.control.ControllerSettings;
import org.fairlead.control.path.PathSettings;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.Steering;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.task.MapOutputLocations;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.message.SwitchCounters;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.time.TimeSource;
import org.junit.jupiter.api.Test;

/** Paths that somebody keeps in the driver's picture, with a real controller that plans them over HTTP: two racks of two under two roots. */
class LiveClusterPathsTest {
    private static final double C = 1e6;

    @Test
    void aPathThatATaskIsLaunchedForIsProposedAndChargedOnceItIsHeld() throws Exception {
        Topology roots = twoRoots();
        try (Controller controller = planning(roots);
                ControllerClient agent = new ControllerClient(
                        List.of(new Endpoint("127.0.0.1", controller.address().getPort())), Credentials.NONE);
                LiveCluster cluster = start(conf(controller, "app"))) {
            FlowUnit read =
                    new FlowUnit(roots.host("h3").index(), roots.host("h1").index(), TrafficClass.BLOCK_READ);
            AtomicLong second = new AtomicLong();
            Runnable report = () -> reported(controller, agent, roots, second.incrementAndGet());
            until(
                    "it is kept",
                    report,
                    () -> cluster.snapshot().isPresent()
                            && view(cluster).steering().keeps(read, System.nanoTime()));
            assertThat(charged(cluster, read)).as("any of both").hasSize(6);

            cluster.launched(1, read.source(), read.destination(), 1e9, MapOutputLocations.UNKNOWN, new PathChoice(1));

            until("it is granted", report, () -> cluster.paths().granted() == 1);
            assertThat(cluster.paths().proposed()).isEqualTo(1);
            until("it is held", report, () -> cluster.paths().held() == 1);
            assertThat(charged(cluster, read))
                    .hasSize(4)
                    .contains(roots.routes()
                            .inner(read.source(), read.destination())
                            .link(1, 0));
            controller.enforcement(false);
            until("the kill switch", report, () -> charged(cluster, read).size() == 6);
        }
    }

    @Test
    void whereTasksAndPathsAreChosenApartDecisionsCountOnNoPathThatIsKept() throws Exception {
        Topology roots = twoRoots();
        try (Controller controller = planning(roots);
                ControllerClient agent = new ControllerClient(
                        List.of(new Endpoint("127.0.0.1", controller.address().getPort())), Credentials.NONE);
                LiveCluster together = start(conf(controller, "app-1"));
                LiveCluster apart = start(conf(controller, "app-2").set("spark.fairlead.paths.together", "false"))) {
            FlowUnit read =
                    new FlowUnit(roots.host("h3").index(), roots.host("h1").index(), TrafficClass.BLOCK_READ);
            AtomicLong second = new AtomicLong();
            Runnable report = () -> reported(controller, agent, roots, second.incrementAndGet());
            until(
                    "figures",
                    report,
                    () -> apart.snapshot().isPresent()
                            && together.snapshot().isPresent()
                            && view(together).steering().keeps(read, System.nanoTime()));

            apart.launched(1, read.source(), read.destination(), 1e9, MapOutputLocations.UNKNOWN, PathChoice.NETWORK);

            until("its path is planned", report, () -> together.paths().held() == 1);
            together.launched(
                    2, read.source(), read.destination(), 1e9, MapOutputLocations.UNKNOWN, PathChoice.NETWORK);
            long before = view(apart).version();
            until("it has a newer view", report, () -> view(apart).version() > before + 1);
            assertThat(view(apart).steering()).isSameAs(Steering.NONE);
            assertThat(apart.paths().held()).isZero();
            assertThat(charged(apart, read)).as("any of both").hasSize(6);
            assertThat(charged(together, read)).hasSize(4);
        }
    }

    private static Topology twoRoots() {
        return Topologies.multiRooted(new Topology.Builder("roots"), 2, 2, 2, C, C)
                .build();
    }

    private static Controller planning(Topology topology) throws Exception {
        return Controller.start(
                ControllerSettings.of(topology)
                        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                        .trustAddresses(true)
                        .paths(PathSettings.OFF.mode(Mode.ENFORCE)),
                TimeSource.SYSTEM);
    }

    private static Set<Integer> charged(LiveCluster cluster, FlowUnit unit) {
        Set<Integer> links = new TreeSet<>();
        cluster.snapshot()
                .orElseThrow()
                .paths()
                .resolve(unit.source(), unit.destination(), unit.trafficClass(), (link, share) -> links.add(link));
        return links;
    }

    /** All links are idle, and h3's agent asks for its paths. */
    private static void reported(Controller controller, ControllerClient agent, Topology of, long second) {
        try {
            List<SwitchCounters.LinkBytes> idle = of.links().stream()
                    .map(link -> new SwitchCounters.LinkBytes(link.name(), 0))
                    .toList();
            controller.reports().take(new SwitchCounters("", "all", 1, second, second * 1_000_000_000L, idle));
            agent.paths("h3", 0, 0, Duration.ZERO);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void until(String what, Runnable meanwhile, BooleanSupplier condition) throws InterruptedException {
        soon(what, () -> {
            meanwhile.run();
            return condition.getAsBoolean();
        });
    }
}
