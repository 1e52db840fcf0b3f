// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch.order;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.fairlead.core.prefetch.memory.MemoryAnswer.State;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.message.InvalidMessageException;
import org.fairlead.protocol.plugin.ModeInForce;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.prefetch.ExtentRequest;
import org.fairlead.spark.prefetch.PrefetchCount;
import org.fairlead.spark.prefetch.ReadBytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a driver's requests for input go: to the executors that are to fetch it, a message at a time each. Giving an order waits for nobody: one that an executor has no room for in its queue is refused. While the mode only
 * observes, orders are counted and go no further; when it comes to that, executors drop what they hold. Safe for threads.
 */
public final class PrefetchOrders implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PrefetchOrders.class);
    private static final RareLog RARE_LOG = new RareLog(LOG);
    private static final int MOST_WAITING = 1024;
    private static final int MOST_IN_A_MESSAGE = 64;
    private static final long LOOK_MILLIS = 500;

    /** Sends a message to one executor. */
    public interface Recipient {
        /** @return the answer; fails when there is none in time */
        CompletionStage<byte[]> ask(byte[] message);
    }

    /** What became of orders, since the application began. */
    public enum Order {
        /** All that were given. */
        GIVEN,
        /** Only counted: the mode observes, or the canary did not draw the block. */
        OBSERVED,
        /** The executor's queue here is full, or nobody knows the executor. */
        UNSENT,
        /** The executor has it. */
        HELD,
        /** The executor fetches it. */
        ARRIVING,
        /** The executor has no room, or its queue is full. */
        REFUSED,
        /** The executor did not answer. */
        UNANSWERED
    }

    private static final class Mailbox {
        private final Recipient recipient;
        private final Deque<Due> requests = new ArrayDeque<>();
        private final Deque<ExtentRequest> cancelled = new ArrayDeque<>();
        private final Deque<ExtentRequest> launched = new ArrayDeque<>();
        private final Deque<Ended> done = new ArrayDeque<>();
        private boolean all;
        private boolean isBusy;

        private Mailbox(Recipient recipient) {
            this.recipient = recipient;
        }

        private boolean isEmpty() {
            return requests.isEmpty() && cancelled.isEmpty() && launched.isEmpty() && done.isEmpty() && !all;
        }

        /** Takes back what still waits of a request. @return whether its executor knows nothing of it */
        private boolean withdraws(ExtentRequest request) {
            boolean isUnknown = false;
            for (Iterator<Due> waiting = requests.iterator(); waiting.hasNext(); ) {
                Due due = waiting.next();
                if (due.request().id() == request.id()) {
                    waiting.remove();
                    isUnknown |= due.isFirst;
                }
            }
            return isUnknown;
        }

        /** Nothing of what is to be given up has to be told any more. */
        private void begin() {
            cancelled.clear();
            launched.clear();
            done.clear();
            all = false;
        }
    }

    /** @param told what came of it, and was read */
    private record Ended(ExtentRequest request, Consumer<ReadBytes> told) {}

    /** @param isFirst whether it was not ordered before, and counts */
    private record Due(ExtentRequest request, long deadlineNanos, boolean isFirst, Consumer<State> answered) {
        private ExtentRequest at(long nowNanos) {
            return request.withLeft((deadlineNanos - nowNanos) / 1_000_000);
        }
    }

    private final Supplier<ModeInForce> mode;
    private final long seed;
    private final TimeSource time;
    private final Map<String, Mailbox> executors = new HashMap<>();
    private final Map<String, long[]> counted = new HashMap<>();
    private final Map<Order, LongAdder> counts = new EnumMap<>(Order.class);
    private final Thread watch;
    private boolean wasPassive = true;
    private volatile Runnable stopped = () -> {};
    private volatile boolean closed;

    /**
     * @param mode in force, asked for each order
     * @param seed by which the canary draws blocks
     */
    public PrefetchOrders(Supplier<ModeInForce> mode, long seed, TimeSource time) {
        this.mode = mode;
        this.seed = seed;
        this.time = time;
        for (Order order : Order.values()) {
            counts.put(order, new LongAdder());
        }
        watch = LastingThread.of("fairlead-prefetch-watch", this::watch);
        watch.start();
    }

    /**
     * Has an executor fetch something.
     *
     * @param request whose time left is from now on
     * @param answered told what the executor answers, if it does; on any thread, not to wait
     * @return whether it is on its way to the executor
     */
    public boolean order(String executor, ExtentRequest request, Consumer<State> answered) {
        count(Order.GIVEN, 1);
        if (!counts(request)) {
            count(Order.OBSERVED, 1);
            return false;
        }
        boolean isOnItsWay = send(executor, request, true, answered);
        count(Order.UNSENT, isOnItsWay ? 0 : 1);
        return isOnItsWay;
    }

    /** Tells an executor that what was ordered is still wanted, with its newest deadline, and asks what became of it. Not counted. @return whether it is on its way to the executor */
    public boolean again(String executor, ExtentRequest request, Consumer<State> answered) {
        return counts(request) && send(executor, request, false, answered);
    }

    private boolean counts(ExtentRequest request) {
        ModeInForce now = mode.get();
        return now.mode()
                .counts(now.canaryShare(), seed ^ request.extent().block().id());
    }

    private synchronized boolean send(
            String executor, ExtentRequest request, boolean isFirst, Consumer<State> answered) {
        Mailbox mailbox = executors.get(executor);
        if (mailbox == null || mailbox.requests.size() >= MOST_WAITING) {
            return false;
        }
        wasPassive = false;
        mailbox.requests.add(new Due(request, time.nanoTime() + request.leftMillis() * 1_000_000, isFirst, answered));
        send(executor, mailbox);
        return true;
    }

    /** Nobody waits any more for what an executor was to fetch. */
    public synchronized void cancel(String executor, ExtentRequest request) {
        enqueue(executor, request, request, mailbox -> mailbox.cancelled);
    }

    /** The task of what an executor was to fetch is launched there: what it was not told yet it need not fetch any more, nor what it has not begun. */
    public synchronized void launched(String executor, ExtentRequest request) {
        enqueue(executor, request, request, mailbox -> mailbox.launched);
    }

    /**
     * The task of what an executor was to fetch has ended there.
     *
     * @param told what came of it, and was read, if its executor says so; on any thread, not to wait
     */
    public synchronized void done(String executor, ExtentRequest request, Consumer<ReadBytes> told) {
        if (!enqueue(executor, request, new Ended(request, told), mailbox -> mailbox.done)) {
            told.accept(ReadBytes.NONE);
        }
    }

    /** What was not sent yet is not sent any more, and needs nothing else. @return whether the executor is there, and may know of the request */
    private <T> boolean enqueue(String executor, ExtentRequest request, T what, Function<Mailbox, Deque<T>> where) {
        Mailbox mailbox = executors.get(executor);
        if (mailbox == null || mailbox.withdraws(request)) {
            return false;
        }
        Deque<T> queue = where.apply(mailbox);
        if (queue.size() >= MOST_WAITING) {
            mailbox.begin(); // it does not keep up: it may as well drop all
            mailbox.all = true;
        } else {
            queue.add(what);
        }
        send(executor, mailbox);
        return true;
    }

    /** An executor can be reached. */
    public synchronized void joined(String executor, Recipient recipient) {
        executors.put(executor, new Mailbox(recipient));
    }

    /** An executor is gone; what it counted stays counted. */
    public synchronized void left(String executor) {
        executors.remove(executor);
        counted.computeIfPresent(executor, (unused, totals) -> PrefetchCount.withoutNow(totals));
    }

    /** @param totals an executor's, in the order of {@link PrefetchCount} */
    public synchronized void counted(String executor, long[] totals) {
        if (totals.length == PrefetchCount.number()) {
            counted.put(executor, totals.clone());
        }
    }

    /** Sum over all executors that ever were. */
    public synchronized long count(PrefetchCount count) {
        return counted.values().stream().mapToLong(totals -> count.in(totals)).sum();
    }

    public long count(Order order) {
        return counts.get(order).sum();
    }

    private void count(Order order, long more) {
        counts.get(order).add(more);
    }

    /** One message at a time; what comes meanwhile goes along with the next. */
    private synchronized void send(String executor, Mailbox mailbox) {
        if (mailbox.isBusy || mailbox.isEmpty() || closed) {
            return;
        }
        long now = time.nanoTime();
        List<Due> first = new ArrayList<>();
        List<Due> again = new ArrayList<>();
        while (!mailbox.requests.isEmpty() && first.size() + again.size() < MOST_IN_A_MESSAGE) {
            Due next = mailbox.requests.remove();
            (next.isFirst ? first : again).add(next);
        }
        List<Ended> ended = List.copyOf(mailbox.done);
        PrefetchMessage message = new PrefetchMessage(
                mailbox.all,
                List.copyOf(mailbox.cancelled),
                List.copyOf(mailbox.launched),
                ended.stream().map(Ended::request).toList(),
                at(first, now),
                at(again, now));
        List<Due> due = new ArrayList<>(first);
        due.addAll(again);
        mailbox.begin();
        mailbox.isBusy = true;
        mailbox.recipient.ask(Encoding.CBOR.write(message)).whenComplete((answer, failure) -> {
            answered(due, ended, answer, failure);
            synchronized (this) {
                mailbox.isBusy = false;
                if (executors.get(executor) == mailbox) {
                    send(executor, mailbox);
                }
            }
        });
    }

    private static List<ExtentRequest> at(List<Due> due, long nowNanos) {
        return due.stream().map(each -> each.at(nowNanos)).toList();
    }

    private void answered(List<Due> due, List<Ended> ended, byte[] answer, Throwable failure) {
        PrefetchReply reply = reply(due.size(), ended.size(), answer, failure);
        List<State> states = reply.states();
        for (int i = 0; i < due.size(); i++) {
            Due each = due.get(i);
            if (each.isFirst) {
                count(states.isEmpty() ? Order.UNANSWERED : order(states.get(i)), 1);
            }
            if (!states.isEmpty()) {
                each.answered.accept(states.get(i));
            }
        }
        for (int i = 0; i < reply.done().size(); i++) {
            ended.get(i).told.accept(reply.done().get(i));
        }
    }

    private static Order order(State state) {
        return switch (state) {
            case HELD -> Order.HELD;
            case ARRIVING -> Order.ARRIVING;
            case REFUSED -> Order.REFUSED;
        };
    }

    /** Something for each request and each end; nothing if there is no answer. */
    private static PrefetchReply reply(int requests, int ends, byte[] answer, Throwable failure) {
        if (failure != null || answer == null || answer.length == 0) {
            return PrefetchReply.NONE;
        }
        try {
            PrefetchReply reply = Encoding.CBOR.read(answer, PrefetchReply.class);
            int answered = reply.states().size() + reply.done().size();
            if (reply.states().size() == requests && reply.done().size() == ends) {
                return reply;
            }
            RARE_LOG.warn("answer", "An executor answers " + answered + " of " + (requests + ends) + " requests", null);
        } catch (InvalidMessageException e) {
            RARE_LOG.warn("answer", "An executor's answer is none of ours", e);
        }
        return PrefetchReply.NONE;
    }

    /** Sees that what is held goes when nothing of ours is to count any more. */
    private void watch() {
        while (!closed) {
            try {
                Thread.sleep(LOOK_MILLIS);
            } catch (InterruptedException e) {
                continue; // closed
            }
            if (mode.get().isPassive() && stopAll()) {
                stopped.run();
            }
        }
    }

    /** @return whether they may hold anything */
    private synchronized boolean stopAll() {
        if (wasPassive) {
            return false;
        }
        wasPassive = true;
        executors.forEach((executor, mailbox) -> {
            count(Order.OBSERVED, mailbox.requests.stream().filter(Due::isFirst).count());
            mailbox.requests.clear();
            mailbox.begin();
            mailbox.all = true;
            send(executor, mailbox);
        });
        return true;
    }

    /** @param heard is run whenever executors were told to drop what they hold, since nothing counts any more; on another thread */
    void onStop(Runnable heard) {
        stopped = heard;
    }

    @Override
    public void close() {
        closed = true;
        watch.interrupt();
    }
}
