// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks each controller for its plan again and again, by long polls, on a daemon thread of its own each. One that does not answer is asked more rarely, and delays none of the others. */
public final class PlanPolls implements AutoCloseable {
    /** For which a controller may wait for news. */
    public static final Duration WAIT = Duration.ofMillis(500);

    private static final Logger LOG = LoggerFactory.getLogger(PlanPolls.class);
    private static final long SHORTEST_PAUSE_MILLIS = 10;
    private static final long LONGEST_PAUSE_MILLIS = 500;

    private final Question question;
    private final String withoutAnswer;
    private final TimeSource time;
    private final RareLog log = new RareLog(LOG);
    private final List<ControllerClient> clients = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean closed;

    /**
     * What is known of one controller.
     *
     * @param number of its plan; 0: none
     * @param epoch to which that belongs
     */
    public record Known(long number, long epoch) {
        static final Known NOTHING = new Known(0, 0);
    }

    /** One question to one controller, on that one's thread. */
    public interface Question {
        /** @return what is known then */
        Known ask(ControllerClient client, Known known) throws IOException;
    }

    private PlanPolls(Question question, String withoutAnswer, TimeSource time) {
        this.time = time;
        this.question = question;
        this.withoutAnswer = withoutAnswer;
    }

    /**
     * Begins to ask. Threads and connections belong to the network namespace of the calling thread.
     *
     * @param kind of the threads
     * @param withoutAnswer what then holds, for the log
     * @throws IllegalArgumentException if a token would travel in clear
     */
    public static PlanPolls start(
            String kind,
            List<Endpoint> controllers,
            Credentials credentials,
            Question question,
            String withoutAnswer,
            TimeSource time) {
        PlanPolls polls = new PlanPolls(question, withoutAnswer, time);
        for (Endpoint controller : controllers) {
            ControllerClient client = new ControllerClient(List.of(controller), credentials);
            polls.clients.add(client);
            polls.threads.add(LastingThread.of(kind, () -> polls.follow(controller, client)));
        }
        polls.threads.forEach(Thread::start);
        return polls;
    }

    private void follow(Endpoint controller, ControllerClient client) {
        Known known = Known.NOTHING;
        long pause = SHORTEST_PAUSE_MILLIS;
        while (!closed) {
            try {
                long askedNanos = time.nanoTime();
                Known next = question.ask(client, known);
                // A controller that has no room for those who wait answers at once.
                boolean isHurried = next.equals(known) && time.nanoTime() - askedNanos < WAIT.toNanos() / 2;
                pause = isHurried ? Math.min(LONGEST_PAUSE_MILLIS, 2 * pause) : SHORTEST_PAUSE_MILLIS;
                known = next;
            } catch (InterruptedIOException e) {
                Thread.interrupted(); // closed, or a stray one, which the next request would find again
                if (closed) {
                    return;
                }
            } catch (IOException | RuntimeException e) {
                pause = Math.min(LONGEST_PAUSE_MILLIS, 2 * pause);
                log.warn(
                        controller.toString(),
                        "no plan from " + controller + " (" + e.getMessage() + "); " + withoutAnswer,
                        null);
            }
            try {
                Thread.sleep(pause / 2 + ThreadLocalRandom.current().nextLong(pause / 2 + 1));
            } catch (InterruptedException e) {
                Thread.interrupted();
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        threads.forEach(Thread::interrupt);
        clients.forEach(ControllerClient::close);
    }
}
