// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.view;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.Test;

/** Who asks is answered at once, or waits. */
class PublicationTest {
    private static final long EPOCH = 7;
    private static final Duration WAIT = Duration.ofSeconds(1);

    private final HandDrivenTime time = new HandDrivenTime();
    private final Publication<String> publication = new Publication<>(
            "first", EPOCH, (asked, number, content, nowNanos) -> (number + " " + content).getBytes(UTF_8), time);
    private final List<String> answers = new ArrayList<>();

    private final LongPolls.Poller poller = new LongPolls.Poller() {
        @Override
        public void answer(byte[] bytes) {
            answers.add(new String(bytes, UTF_8));
        }

        @Override
        public boolean isGone() {
            return false;
        }
    };

    private boolean ask(long after, long epoch, Duration wait) {
        return publication.await(new Publication.Asked(after, epoch, "", Encoding.JSON), wait, poller);
    }

    private void answer() {
        publication.answer(time.nanoTime());
    }

    @Test
    void whoHasAnotherNumberOrOneOfAnotherEpochIsAnsweredAtOnce() {
        publication.publish("second", true);

        assertThat(ask(0, EPOCH, WAIT)).isFalse();
        assertThat(ask(1, EPOCH - 1, WAIT)).isFalse();
        assertThat(ask(1, EPOCH, Duration.ZERO)).as("does not want to wait").isFalse();

        assertThat(answers).containsExactly("1 second", "1 second", "1 second");
    }

    @Test
    void whoHasTheNewestWaitsForAnotherOne() {
        assertThat(ask(0, EPOCH, WAIT)).isTrue();

        publication.publish("the same, later", false);
        answer();
        assertThat(answers).isEmpty();
        assertThat(publication.waiting()).isOne();
        assertThat(publication.content()).isEqualTo("the same, later");

        publication.publish("second", true);
        answer();
        assertThat(answers).containsExactly("1 second");
        assertThat(publication.waiting()).isZero();
    }

    @Test
    void whoHasWaitedForLongEnoughIsToldTheSame() {
        ask(0, EPOCH, WAIT);

        time.pass(WAIT);
        answer();

        assertThat(answers).containsExactly("0 first");
    }

    @Test
    void nobodyWaitsForOneThatIsClosed() {
        ask(0, EPOCH, WAIT);

        publication.close();

        assertThat(answers).containsExactly("0 first");
        assertThat(ask(0, EPOCH, WAIT)).isFalse();
    }
}
