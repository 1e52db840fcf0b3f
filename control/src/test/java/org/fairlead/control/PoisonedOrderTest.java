// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.fairlead.core.view.ClusterView;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.message.FlowRequests;
import org.fairlead.protocol.message.Heartbeat;
import org.fairlead.protocol.message.SwitchCounters;
import org.fairlead.testkit.Authority;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Who shares a token with others is spoken for by one of them with a boot, a sequence or a time of the future, which then falls silent.
 * The true one goes on as it always did, and is heard after three seconds; with a token of its own at once.
 */
final class PoisonedOrderTest {
    private static final long SECOND = 1_000_000_000L;
    private static final String SHARED = "token-of-anybody-0123456789";
    private static final String OWN = "token-of-h1-0123456789";
    private static final long BOOT = 1_767_225_600_000L;

    @TempDir
    private Path directory;

    private final HandDrivenTime time = new HandDrivenTime();

    /** What another sends in a source's name. */
    record Poison(String what, long boot, long sequence, long monotonicNanos) {
        @Override
        public String toString() {
            return what;
        }
    }

    static List<Poison> poisons() {
        long month = 30L * 24 * 3600;
        return List.of(
                new Poison("boot", BOOT + month * 1000, 1, SECOND),
                new Poison("boot, sequence and time", BOOT + month * 1000, Long.MAX_VALUE, Long.MAX_VALUE),
                new Poison("sequence", BOOT, Long.MAX_VALUE, 11 * SECOND),
                new Poison("time", BOOT, 11, Long.MAX_VALUE));
    }

    private Controller start() throws Exception {
        Path tokens = Authority.secret(directory.resolve("tokens"), "any " + SHARED + "\nagent:h1 " + OWN + "\n");
        return Controller.start(Trial.settings().tokenFile(tokens), time);
    }

    private int post(Controller controller, String path, String token, Object message) throws Exception {
        return Trial.post(
                        controller,
                        path,
                        Encoding.JSON.write(message),
                        "Content-Type",
                        Trial.JSON,
                        "Authorization",
                        "Bearer " + token)
                .statusCode();
    }

    private static Heartbeat heartbeat(long boot, long sequence, long monotonicNanos, int second) {
        Heartbeat like = Trial.heartbeat("h1", boot, 1, second);
        return new Heartbeat(
                "", "h1", boot, sequence, monotonicNanos, 1000, like.nics(), like.disks(), like.memoryAvailableBytes());
    }

    /** As the true agent of h1 reports in its second of that number. */
    private int second(Controller controller, String token, int second) throws Exception {
        time.pass(Duration.ofSeconds(1));
        return post(controller, "/v1/heartbeat", token, heartbeat(BOOT, second, second * SECOND, second));
    }

    private void poison(Controller controller, Poison poison) throws Exception {
        for (int i = 1; i <= 10; i++) {
            assertThat(second(controller, SHARED, i)).isEqualTo(200);
        }
        assertThat(post(
                        controller,
                        "/v1/heartbeat",
                        SHARED,
                        heartbeat(poison.boot(), poison.sequence(), poison.monotonicNanos(), 11)))
                .isEqualTo(200);
    }

    private static void isMeasuredAt(Controller controller, long atNanos) throws Exception {
        int up = Trial.CLUSTER.linksFrom(Trial.CLUSTER.host("h1")).get(0).index();
        assertThat(Trial.soon(() -> {
                    ClusterView view = controller.view();
                    return view.measuredAtNanos(up) == atNanos && Math.abs(view.latest(up) - 200_000) < 1;
                }))
                .as("what h1 sends is known: " + controller.view().latest(up))
                .isTrue();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("poisons")
    void whoSharesATokenIsHeardAfterSilence(Poison poison) throws Exception {
        try (Controller controller = start()) {
            poison(controller, poison);
            assertThat(second(controller, SHARED, 12)).isIn(400, 409);
            assertThat(second(controller, SHARED, 13)).isIn(400, 409);
            assertThat(second(controller, SHARED, 14)).isEqualTo(200);
            assertThat(second(controller, SHARED, 15)).isEqualTo(200);
            isMeasuredAt(controller, time.nanoTime());
            assertThat(post(controller, "/v1/heartbeat", SHARED, heartbeat(BOOT, 15, 15 * SECOND, 15)))
                    .as("the same once more")
                    .isEqualTo(409);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("poisons")
    void whoHasItsOwnIsHeardAtOnce(Poison poison) throws Exception {
        try (Controller controller = start()) {
            poison(controller, poison);
            assertThat(second(controller, OWN, 12)).isEqualTo(200);
            assertThat(second(controller, OWN, 13)).isEqualTo(200);
            isMeasuredAt(controller, time.nanoTime());
            assertThat(post(controller, "/v1/heartbeat", OWN, heartbeat(BOOT, 13, 13 * SECOND, 13)))
                    .as("the same once more")
                    .isEqualTo(409);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("poisons")
    void soAreSwitchesAndApplications(Poison poison) throws Exception {
        try (Controller controller = start()) {
            for (Poison sent : List.of(new Poison("before", BOOT, 10, 10 * SECOND), poison)) {
                assertThat(counters(controller, sent)).isEqualTo(200);
                assertThat(commit(controller, sent)).isEqualTo(200);
            }
            Poison next = new Poison("", BOOT, 12, 12 * SECOND);
            assertThat(counters(controller, next)).isIn(400, 409);
            assertThat(commit(controller, next)).isIn(400, 409);
            time.pass(Duration.ofSeconds(3));
            assertThat(counters(controller, next)).isEqualTo(200);
            assertThat(commit(controller, next)).isEqualTo(200);
        }
    }

    private int counters(Controller controller, Poison sent) throws Exception {
        SwitchCounters.LinkBytes link = new SwitchCounters.LinkBytes("e1->c1", 1);
        return post(
                controller,
                "/v1/switch-counters",
                SHARED,
                new SwitchCounters("", "s", sent.boot(), sent.sequence(), sent.monotonicNanos(), List.of(link)));
    }

    private int commit(Controller controller, Poison sent) throws Exception {
        return post(
                controller,
                "/v1/flow-requests",
                SHARED,
                FlowRequests.of(
                        "", "reports", sent.boot(), sent.sequence(), sent.monotonicNanos(), 60_000, 0, List.of()));
    }

    @Test
    void aPauseOfTheTrueOneIsNoNewBeginning() throws Exception {
        try (Controller controller = start()) {
            assertThat(second(controller, SHARED, 1)).isEqualTo(200);
            time.pass(Duration.ofSeconds(8));
            assertThat(second(controller, SHARED, 10)).isEqualTo(200);
            isMeasuredAt(controller, time.nanoTime());
        }
    }
}
