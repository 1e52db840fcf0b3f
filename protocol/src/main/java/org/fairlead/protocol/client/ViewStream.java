// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.client;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.fairlead.core.view.ClusterView;
import org.fairlead.protocol.message.TopologyMessage;
import org.fairlead.protocol.message.ViewMessage;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a view up to date: a long poll to each controller of a list, on a daemon thread each. The controller of the highest
 * epoch is followed; an older one's views are refused until the followed one has been silent for 1.5 s, or has itself come
 * back with another epoch. Nothing that a controller does or says ends a thread.
 */
public final class ViewStream implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ViewStream.class);

    /** Each controller has to say something this often, were it only that nothing changed. */
    private static final Duration WAIT = Duration.ofMillis(500);

    private static final long SILENT_NANOS = 1_500_000_000L;
    private static final long SHORTEST_PAUSE_MILLIS = 10;
    /** Views that are taken at most in the time after which a figure counts as late: a controller may have one for each report. */
    private static final long VIEWS_UNTIL_LATE = 8;

    private static final long LONGEST_BETWEEN_VIEWS_MILLIS = 100;
    /** The same two where nobody is in a hurry. */
    private static final long RELAXED_VIEWS_UNTIL_LATE = 2;

    private static final long LONGEST_BETWEEN_RELAXED_VIEWS_MILLIS = 500;
    private static final long LONGEST_PAUSE_MILLIS = 500;

    private final Transport transport;
    private final String application;
    private final TimeSource time;
    private final Consumer<ClusterView> listener;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong whole = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private volatile Optional<String> lastError = Optional.empty();
    private volatile Followed followed = new Followed(-1, 0, Long.MIN_VALUE, 0, true, Optional.empty());
    private volatile boolean relaxed;
    private volatile boolean closed;

    /**
     * What is followed.
     *
     * @param source index of the endpoint; -1: none yet
     * @param number of views taken, which is also the newest's version
     */
    private record Followed(
            int source, long epoch, long heardNanos, long number, boolean enforcement, Optional<ClusterView> view) {}

    private ViewStream(Transport transport, String application, TimeSource time, Consumer<ClusterView> listener) {
        this.transport = transport;
        this.application = application;
        this.time = time;
        this.listener = listener;
    }

    /** @param listener called with each new view, on a thread of the stream; may do nothing */
    public static ViewStream start(
            List<Endpoint> endpoints, Credentials credentials, TimeSource time, Consumer<ClusterView> listener) {
        return start(endpoints, credentials, "", time, listener);
    }

    /**
     * @param application whose own flow requests are left out of the views; empty: nobody's are
     * @param listener called with each new view, on a thread of the stream; may do nothing
     * @throws IllegalArgumentException if a token would travel in clear
     */
    public static ViewStream start(
            List<Endpoint> endpoints,
            Credentials credentials,
            String application,
            TimeSource time,
            Consumer<ClusterView> listener) {
        if (endpoints.isEmpty()) {
            throw new IllegalArgumentException("no controller to follow");
        }
        Transport transport = Transport.to(endpoints, credentials);
        ViewStream stream = new ViewStream(transport, application, time, listener);
        for (int i = 0; i < endpoints.size(); i++) {
            int source = i;
            Endpoint endpoint = endpoints.get(i);
            stream.threads.add(LastingThread.of(
                    "fairlead-view", "fairlead-view-" + endpoint, () -> stream.follow(source, endpoint)));
        }
        stream.threads.forEach(Thread::start);
        return stream;
    }

    /**
     * The newest view; its times are those of the stream's {@link TimeSource}, and its versions grow through changes of controller.
     * How far it can still be relied on, its ages tell.
     */
    public Optional<ClusterView> latest() {
        return followed.view;
    }

    /** Whether decisions may be enforced; false only when the followed controller's kill switch says so. */
    public boolean enforcement() {
        return followed.enforcement;
    }

    /** When the followed controller last answered, on {@link TimeSource#nanoTime()}; empty: never. */
    public OptionalLong heardNanos() {
        Followed now = followed;
        return now.source < 0 ? OptionalLong.empty() : OptionalLong.of(now.heardNanos);
    }

    /** Why the last request that failed did so; empty while none has failed since the last success. */
    public Optional<String> lastError() {
        return lastError;
    }

    /**
     * Whether views may come less often: half a second apart at most, and half the time after which a figure counts as late. Between two of them a figure
     * may become late. Not so at first.
     */
    public void relaxed(boolean relaxed) {
        this.relaxed = relaxed;
    }

    /** Figures for metrics. */
    public Counters counters() {
        Followed now = followed;
        return new Counters(now.number, whole.get(), failures.get(), refused.get(), now.epoch, now.number);
    }

    /**
     * @param views taken
     * @param whole of them, the others were changes
     * @param failures requests that failed
     * @param refused views of an older epoch
     * @param epoch that is followed; 0: none yet
     * @param version of the newest view
     */
    public record Counters(long views, long whole, long failures, long refused, long epoch, long version) {}

    @Override
    public void close() {
        closed = true;
        threads.forEach(Thread::interrupt);
        for (Thread thread : threads) {
            try {
                thread.join(2000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        transport.close();
    }

    private void follow(int source, Endpoint endpoint) {
        ControllerClient client = new ControllerClient(List.of(endpoint), transport);
        Optional<ReceivedView> received = Optional.empty();
        long pause = SHORTEST_PAUSE_MILLIS;
        boolean failing = false;
        while (!closed) {
            try {
                received = Optional.of(poll(source, client, received));
                pause = pauseMillis();
                failing = false;
                lastError = Optional.empty();
            } catch (InterruptedIOException e) {
                Thread.interrupted(); // closed, or a stray one, which the next request would find again
                if (closed) {
                    return;
                }
            } catch (IOException | RuntimeException e) {
                pause = Math.min(LONGEST_PAUSE_MILLIS, 2 * pause);
                failed(endpoint, e, !failing);
                failing = true;
            }
            try {
                Thread.sleep(pause / 2 + ThreadLocalRandom.current().nextLong(pause / 2 + 1));
            } catch (InterruptedException e) {
                Thread.interrupted();
            }
        }
    }

    private long pauseMillis() {
        long lateMillis = followed.view
                .map(view -> view.staleness().lateAfterNanos() / 1_000_000)
                .orElse(0L);
        long pause = relaxed
                ? Math.min(LONGEST_BETWEEN_RELAXED_VIEWS_MILLIS, lateMillis / RELAXED_VIEWS_UNTIL_LATE)
                : Math.min(LONGEST_BETWEEN_VIEWS_MILLIS, lateMillis / VIEWS_UNTIL_LATE);
        return Math.max(SHORTEST_PAUSE_MILLIS, pause);
    }

    private void failed(Endpoint endpoint, Exception e, boolean first) {
        failures.incrementAndGet();
        String error = e.getMessage() == null ? e.toString() : e.getMessage();
        if (first && !closed) {
            LOG.info("no view from {}: {}", endpoint, error); // who follows says what is used instead
        }
        lastError = Optional.of(error);
    }

    private ReceivedView poll(int source, ControllerClient client, Optional<ReceivedView> before) throws IOException {
        long after = before.map(ReceivedView::version).orElse(0L);
        long epoch = before.map(ReceivedView::epoch).orElse(0L);
        ViewMessage message = client.view(after, epoch, WAIT, application);
        long receivedNanos = time.nanoTime();
        ReceivedView received = before.orElse(null);
        if (received == null || !received.topologyId().equals(message.topologyId())) {
            TopologyMessage topology = client.topology();
            received = new ReceivedView(topology.topology(), topology.id());
            if (!message.whole() || !topology.id().equals(message.topologyId())) {
                return received; // the topology changed in between: the next view is whole
            }
        }
        boolean news = message.version() != received.version() || message.epoch() != received.epoch();
        if (news) {
            received.take(message, receivedNanos);
        }
        offer(source, message, received, news, receivedNanos);
        return received;
    }

    private void offer(int source, ViewMessage message, ReceivedView received, boolean news, long nowNanos)
            throws IOException {
        ClusterView view = null;
        synchronized (this) {
            Followed old = followed;
            boolean higher = message.epoch() > old.epoch;
            boolean cameBack = old.source == source;
            boolean silent = old.source < 0 || nowNanos - old.heardNanos > SILENT_NANOS;
            if (!higher && !cameBack && !silent) {
                refused.incrementAndGet();
                return;
            }
            boolean another = old.source != source || old.epoch != message.epoch();
            long number = old.number;
            if (news || another) {
                number++;
                view = received.view(number, ReceivedView.staleness(message));
                whole.addAndGet(message.whole() ? 1 : 0);
            }
            followed = new Followed(
                    source,
                    message.epoch(),
                    nowNanos,
                    number,
                    message.enforcement(),
                    view == null ? old.view : Optional.of(view));
            if (another) {
                LOG.info("following the controller {} of epoch {}", message.controller(), message.epoch());
            }
        }
        if (view != null) {
            listener.accept(view);
        }
    }
}
