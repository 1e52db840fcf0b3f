// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.time.TimeSource;
import org.junit.jupiter.api.Test;

class PlanPollsTest {
    @Test
    void aStrayInterruptDelaysAQuestionAndEndsNone() throws Exception {
        BlockingQueue<Boolean> isInterrupted = new LinkedBlockingQueue<>();
        PlanPolls.Question question = (client, known) -> {
            isInterrupted.add(Thread.currentThread().isInterrupted());
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while asking");
        };
        List<Endpoint> one = List.of(new Endpoint("127.0.0.1", 1));
        try (PlanPolls polls = PlanPolls.start("test", one, Credentials.NONE, question, "none", TimeSource.SYSTEM)) {
            assertThat(isInterrupted.poll(10, TimeUnit.SECONDS)).isFalse();
            assertThat(isInterrupted.poll(10, TimeUnit.SECONDS)).isFalse();
        }
    }
}
