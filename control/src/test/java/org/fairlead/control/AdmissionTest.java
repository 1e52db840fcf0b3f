// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.fairlead.core.topology.Host;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.message.FlowRequests;
import org.fairlead.protocol.message.Reply;
import org.fairlead.protocol.time.TimeSource;
import org.junit.jupiter.api.Test;

/** A controller that is asked by two applications for rates for what they fetch ahead. */
class AdmissionTest {
    private static final double LINK =
            Trial.CLUSTER.links().get(link("h1", "e1")).bytesPerSecond();
    private long sequence;

    private static int link(String from, String to) {
        return Trial.CLUSTER
                .link(
                        Trial.CLUSTER.node(from).orElseThrow(),
                        Trial.CLUSTER.node(to).orElseThrow())
                .orElseThrow()
                .index();
    }

    /** Due in 5 s. */
    private static FlowRequests.Fetch fetch(String to, double linkSeconds, int residualTasks) {
        return new FlowRequests.Fetch(4, "h1", to, (long) (linkSeconds * LINK), 5000, 1, residualTasks);
    }

    private List<Reply.Quota> ask(ControllerClient client, String application, FlowRequests.Fetch... fetches)
            throws Exception {
        sequence++;
        return client.commit(new FlowRequests(
                        "", application, 1, sequence, sequence, 60_000, 3, List.of(), List.of(fetches)))
                .quotas();
    }

    /** All hosts report twice: a tenth of their links is taken. */
    private static void measure(Controller controller) throws Exception {
        for (int report = 1; report <= 2; report++) {
            for (Host host : Trial.CLUSTER.hosts()) {
                controller.reports().take(Trial.heartbeat(host.name(), 1, report, report), Optional.empty());
            }
        }
        assertThat(Trial.soon(() -> Trial.CLUSTER.hosts().stream()
                        .allMatch(host -> controller.heardNanos(host.index()) > Long.MIN_VALUE)))
                .isTrue();
    }

    private static Controller start(String admission) throws Exception {
        return Controller.start(
                Trial.settings().interval(Duration.ofSeconds(10)).admission(admission), TimeSource.SYSTEM);
    }

    @Test
    void oneAdmitsForAllWhoeverHasFewerTasksLeftFirst() throws Exception {
        try (Controller controller = start("cardinal-packed");
                ControllerClient one = new ControllerClient(List.of(Trial.endpoint(controller)), Credentials.NONE);
                ControllerClient two = new ControllerClient(List.of(Trial.endpoint(controller)), Credentials.NONE)) {
            measure(controller);

            assertThat(Trial.soon(() -> isAdmitted(one, "app-1", fetch("h2", 4, 9))))
                    .as("alone")
                    .isTrue();
            assertThat(Trial.soon(() -> isAdmitted(two, "app-2", fetch("h3", 4, 2))))
                    .isTrue();
            assertThat(Trial.soon(() -> !isAdmitted(one, "app-1", fetch("h2", 4, 9))))
                    .as("it has given way to the other application's")
                    .isTrue();
            assertThat(ask(one, "app-1", fetch("h2", 4, 9))).singleElement().satisfies(quota -> {
                assertThat(quota.id()).isEqualTo(4);
                assertThat((double) quota.bytesPerSecond()).as("what is left").isLessThan(0.3 * LINK);
            });
            assertThat(ask(two, "app-2")).as("it fetches nothing any more").isEmpty();
            assertThat(Trial.soon(() -> isAdmitted(one, "app-1", fetch("h2", 4, 9))))
                    .isTrue();
        }
    }

    private boolean isAdmitted(ControllerClient client, String application, FlowRequests.Fetch fetch) {
        try {
            return ask(client, application, fetch).stream().anyMatch(Reply.Quota::admitted);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void nobodyGetsAQuotaWhileNothingIsKnownOrTheKillSwitchIsOn() throws Exception {
        try (Controller controller = start("cardinal-packed");
                ControllerClient client = new ControllerClient(List.of(Trial.endpoint(controller)), Credentials.NONE)) {
            assertThat(ask(client, "app-1", fetch("h2", 4, 9)))
                    .as("nothing is measured")
                    .isEmpty();
            measure(controller);
            assertThat(Trial.soon(() -> isAdmitted(client, "app-1", fetch("h2", 4, 9))))
                    .isTrue();

            client.enforcement(false);
            assertThat(ask(client, "app-1", fetch("h2", 4, 9))).isEmpty();
        }
    }

    @Test
    void whereNothingIsGuaranteedNobodyIsHeldBack() throws Exception {
        try (Controller controller = start("none");
                ControllerClient client = new ControllerClient(List.of(Trial.endpoint(controller)), Credentials.NONE)) {
            measure(controller);

            assertThat(ask(client, "app-1", fetch("h2", 40, 9))).isEmpty();
        }
    }

    @Test
    void anUnknownAdmissionIsRefusedWithThoseThereAre() {
        assertThatThrownBy(() -> Trial.settings().admission("best"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no rate admission 'best'; accepted: ")
                .hasMessageContaining("cardinal-packed");
    }
}
