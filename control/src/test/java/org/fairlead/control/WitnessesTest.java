// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.fairlead.core.health.SuspicionCause;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.ControllerException;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.ViewStream;
import org.fairlead.protocol.message.WitnessReport;
import org.fairlead.protocol.time.TimeSource;
import org.junit.jupiter.api.Test;

/** What a NameNode elsewhere hears of hosts reaches, over HTTP, whoever follows a controller. */
final class WitnessesTest {
    private static final List<String> HOSTS = List.of("h1", "h2", "h3", "h4");

    /** Of a NameNode that hears of all DataNodes but h1's. */
    private static WitnessReport report(long sequence, long millis, List<WitnessReport.Failure> failures) {
        List<WitnessReport.Datanode> datanodes = HOSTS.stream()
                .map(host -> new WitnessReport.Datanode(host, host.equals("h1") ? millis : 10))
                .toList();
        return new WitnessReport("", "nn:8020", 1, sequence, sequence, 200, 200, datanodes, failures);
    }

    private static Optional<SuspicionCause> cause(ViewStream stream, String host) {
        return stream.latest()
                .flatMap(view -> view.suspects().of(Trial.CLUSTER.host(host).index()))
                .filter(suspicion -> !suspicion.onProbation())
                .map(suspicion -> suspicion.cause());
    }

    @Test
    void theViewOfAControllerCarriesWhatANameNodeElsewhereToldIt() throws Exception {
        try (Controller controller = Controller.start(Trial.settings(), TimeSource.SYSTEM);
                ControllerClient nameNode =
                        new ControllerClient(List.of(Trial.endpoint(controller)), Credentials.NONE);
                ViewStream driver = ViewStream.start(
                        List.of(Trial.endpoint(controller)), Credentials.NONE, TimeSource.SYSTEM, view -> {})) {
            List<WitnessReport.Failure> failures = List.of(
                    new WitnessReport.Failure("h2", "client-1", 10), new WitnessReport.Failure("h2", "client-2", 20));
            long begin = System.nanoTime();
            boolean reported = false;
            for (long sequence = 1; !reported && sequence < 100; sequence++) {
                long millis = (System.nanoTime() - begin) / 1_000_000;
                assertThat(nameNode.report(report(sequence, millis, failures)).accepted())
                        .isEqualTo(HOSTS.size());
                Thread.sleep(100);
                reported = cause(driver, "h1").isPresent()
                        && cause(driver, "h2").equals(Optional.of(SuspicionCause.FAILURES));
            }

            assertThat(reported).isTrue();
            assertThat(cause(driver, "h3")).isEmpty();
            assertThat(controller.counts().witnessReports()).isPositive();
            assertThat(Trial.soon(() -> cause(driver, "h1").isEmpty()))
                    .as("a NameNode that is heard of no more bans nobody")
                    .isTrue();
        }
    }

    @Test
    void whatIsTooMuchOrNoMessageIsRefused() throws Exception {
        try (Controller controller = Controller.start(Trial.settings(), TimeSource.SYSTEM);
                ControllerClient nameNode =
                        new ControllerClient(List.of(Trial.endpoint(controller)), Credentials.NONE)) {
            WitnessReport elsewhere =
                    new WitnessReport("another", "nn:8020", 1, 1, 1, 1000, 3000, List.of(), List.of());
            assertThatThrownBy(() -> nameNode.report(elsewhere)).isInstanceOf(ControllerException.class);
            String many =
                    "{\"host\":\"h1\",\"complainer\":\"c\",\"age_millis\":1},".repeat(WitnessReport.MOST_FAILURES);
            for (String garbage : List.of(
                    "{}",
                    "{\"name_node\":\"nn\",\"boot\":1,\"sequence\":1,\"monotonic_nanos\":1,\"interval_millis\":1000,"
                            + "\"heartbeat_millis\":3000,\"datanodes\":[{\"host\":\"h1\",\"age_millis\":-1}]}",
                    "{\"name_node\":\"nn\",\"boot\":1,\"sequence\":1,\"monotonic_nanos\":1,\"interval_millis\":1000,"
                            + "\"heartbeat_millis\":3000,\"failures\":[" + many
                            + "{\"host\":\"h1\",\"complainer\":\"c\",\"age_millis\":1}]}")) {
                assertThat(Trial.post(controller, "/v1/witnesses", garbage.getBytes(StandardCharsets.UTF_8))
                                .statusCode())
                        .as(garbage)
                        .isEqualTo(400);
            }
            assertThat(controller.counts().witnessReports()).isZero();
        }
    }
}
