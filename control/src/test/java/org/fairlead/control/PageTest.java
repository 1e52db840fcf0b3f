// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.view.ClusterView;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.message.FlowRequests;
import org.fairlead.protocol.message.HistoryMessage;
import org.fairlead.protocol.message.OwnMessage;
import org.fairlead.protocol.message.TopologyMessage;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page and what it asks for: the history, and what of the traffic is Fairlead's own. */
final class PageTest {
    private static final int UP =
            Trial.CLUSTER.linksFrom(Trial.CLUSTER.host("h1")).get(0).index();

    private final HandDrivenTime time = new HandDrivenTime();

    private Controller start() throws Exception {
        return Controller.start(Trial.settings(), time);
    }

    /** A report each second, long enough for the thread that makes views to see each. */
    private void report(Controller controller, int seconds) throws Exception {
        for (int second = 1; second <= seconds; second++) {
            time.pass(Duration.ofSeconds(1));
            controller.reports().take(Trial.heartbeat("h1", 1, second, second), Optional.empty());
            long version = controller.view().version();
            assertThat(Trial.soon(() -> controller.view().version() > version)).isTrue();
        }
    }

    private static <T> T read(Controller controller, String path, Class<T> type) throws Exception {
        HttpResponse<String> response = Trial.get(controller, path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return Encoding.JSON.read(response.body().getBytes(StandardCharsets.UTF_8), type);
    }

    @Test
    void eachFileThatThePageNeedsIsServedAndNothingForeignIsNamed() throws Exception {
        try (Controller controller = start()) {
            String page = Trial.get(controller, "/").body();
            assertThat(page).doesNotContain("http:", "https:", "onclick", "<style", " style=");
            Pattern named = Pattern.compile("(?:src|stylesheet\" href)=\"([^\"]+)\"|from \"\\./([^\"]+)\"");
            StringBuilder all = new StringBuilder(page);
            for (String file : List.of("page.js", "tables.js", "drawing.js", "chart.js", "layout.js", "words.js")) {
                all.append(Trial.get(controller, "/" + file).body());
            }
            Matcher each = named.matcher(all);
            int files = 0;
            while (each.find()) {
                String file = each.group(1) == null ? each.group(2) : each.group(1);
                HttpResponse<String> response = Trial.get(controller, "/" + file);
                assertThat(response.statusCode()).as(file).isEqualTo(200);
                assertThat(response.headers().firstValue("Content-Security-Policy"))
                        .hasValueSatisfying(policy -> assertThat(policy)
                                .startsWith("default-src 'none'; script-src 'self'; style-src 'self'"));
                files++;
            }
            assertThat(files).isGreaterThan(6);
            assertThat(all.toString()).doesNotContain("innerHTML", "setAttribute(\"style\"", "eval(");
        }
    }

    @Test
    void theTopologySaysInWhichLayerANodeStands() throws Exception {
        try (Controller controller = start()) {
            TopologyMessage topology = read(controller, "/v1/topology", TopologyMessage.class);
            assertThat(topology.layers()).hasSameSizeAs(topology.nodes());
            assertThat(topology.layers()
                            .get(Trial.CLUSTER.node("c1").orElseThrow().index()))
                    .isEqualTo(2);
        }
    }

    @Test
    void theHistoryFollowsTheReports() throws Exception {
        try (Controller controller = start()) {
            report(controller, 8);
            assertThat(Trial.soon(() -> {
                        try {
                            int[] load = read(controller, "/v1/history?links=" + UP, HistoryMessage.class)
                                    .links()
                                    .get(0)
                                    .load();
                            return load.length >= 3 && load[load.length - 1] == 200;
                        } catch (Exception e) {
                            throw new AssertionError(e);
                        }
                    }))
                    .as("h1 sends a fifth of what its link carries")
                    .isTrue();
            HistoryMessage busiest = read(controller, "/v1/history?busiest=1&last=2", HistoryMessage.class);
            assertThat(busiest.busiest()).isTrue();
            assertThat(busiest.links()).hasSize(1);
            assertThat(busiest.links().get(0).index()).isEqualTo(UP);
            assertThat(busiest.links().get(0).load()).hasSizeLessThanOrEqualTo(2);
            assertThat(busiest.links().get(0).ours()).as("nobody tells").containsOnly(-1);
            assertThat(Trial.get(controller, "/v1/history", "Accept", "application/cbor")
                            .headers()
                            .firstValue("Content-Type"))
                    .hasValue("application/cbor");
        }
    }

    @Test
    void whatCannotBeAskedForIsRefusedWithWhatCan() throws Exception {
        try (Controller controller = start()) {
            for (String query : List.of("links=a", "links=-1", "hosts=1,,2", "last=0", "busiest=257")) {
                HttpResponse<String> response = Trial.get(controller, "/v1/history?" + query);
                assertThat(response.statusCode()).as(query).isEqualTo(400);
                assertThat(response.body()).contains("expected");
            }
            assertThat(Trial.get(controller, "/v1/history?links=" + "1,".repeat(256) + "1")
                            .statusCode())
                    .isEqualTo(400);
            assertThat(read(controller, "/v1/history?links=999999", HistoryMessage.class)
                            .links())
                    .isEmpty();
        }
    }

    @Test
    void whereNobodyTellsNothingIsSaidToBeOurs() throws Exception {
        try (Controller controller = start()) {
            report(controller, 2);
            OwnMessage own = read(controller, "/v1/own", OwnMessage.class);
            assertThat(own.storageKnown()).isFalse();
            assertThat(own.applications()).isEmpty();
            assertThat(own.links().index()).isEmpty();
        }
    }

    @Test
    void whatApplicationsTellIsOursAsFarAsItWasMeasured() throws Exception {
        try (Controller controller = start()) {
            report(controller, 2);
            FlowRequests.Flow pair = FlowRequests.Flow.of(1, "h1", "h3", TrafficClass.SHUFFLE, 8_000_000, 300_000);
            controller
                    .reports()
                    .take(
                            FlowRequests.of("", "app-1", 1, 1, 1, 4000, 3, List.of(pair, pair)),
                            Optional.empty(),
                            controller.view());
            time.pass(Duration.ofSeconds(1));

            OwnMessage own = read(controller, "/v1/own", OwnMessage.class);

            assertThat(own.applications())
                    .containsExactly(new OwnMessage.Application("app-1", 3, 2, 16_000_000, 600_000, 1000, 3000));
            int at = Arrays.binarySearch(own.links().index(), UP);
            assertThat(own.links().applications()[at])
                    .as("600,000 are told, 200,000 were measured")
                    .isEqualTo(200_000);
            assertThat(own.links().storage()[at]).isZero();
        }
    }

    @Test
    void whoEmbedsTheControllerTellsItsOwn() throws Exception {
        try (Controller controller = start()) {
            controller.ownLoads(view -> {
                double[] ours = new double[view.topology().links().size()];
                ours[UP] = view.measuredAtNanos(UP) == ClusterView.NEVER ? 0 : 150_000;
                return Optional.of(ours);
            });
            report(controller, 2);

            OwnMessage own = read(controller, "/v1/own", OwnMessage.class);

            assertThat(own.storageKnown()).isTrue();
            assertThat(own.links().index()).containsExactly(UP);
            assertThat(own.links().storage()).containsExactly(150_000);
        }
    }

    @Test
    void whatThePageReadsNeedsATokenAsTheViewDoes(@TempDir Path directory) throws Exception {
        Path tokens = directory.resolve("tokens");
        Files.writeString(tokens, "any 0123456789abcdef0000\n");
        Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString("rw-------"));
        try (Controller controller = Controller.start(Trial.settings().tokenFile(tokens), TimeSource.SYSTEM)) {
            for (String path : List.of("/v1/view", "/v1/history", "/v1/own", "/page.js", "/layout.js")) {
                assertThat(Trial.get(controller, path, "Authorization", "Bearer 0123456789abcdef9999")
                                .statusCode())
                        .as(path)
                        .isEqualTo(401);
                assertThat(Trial.get(controller, path, "Authorization", "Bearer 0123456789abcdef0000")
                                .statusCode())
                        .as(path)
                        .isEqualTo(200);
            }
        }
    }
}
