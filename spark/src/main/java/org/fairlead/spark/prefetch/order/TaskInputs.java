// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch.order;

import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.fairlead.core.prefetch.memory.MemoryAnswer.State;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.input.FilePart;
import org.fairlead.spark.prefetch.ExtentRequest;
import org.fairlead.spark.prefetch.ReadBytes;
import org.slf4j.LoggerFactory;

/**
 * Has executors fetch the input of tasks: finds the parts of blocks that these are, orders them, and knows what of them has come. Calls wait for nobody; NameNodes are asked on a thread of its own, whose queue is bounded. Safe for
 * threads.
 */
public final class TaskInputs implements AutoCloseable {
    private static final RareLog RARE_LOG = new RareLog(LoggerFactory.getLogger(TaskInputs.class));
    private static final String KIND = "fairlead-prefetch-blocks";
    private static final int MOST_WAITING = 4096;

    private final PrefetchOrders orders;
    private final ExtentLocator locator;
    private final Map<Long, Fetching> fetching = new HashMap<>();
    /** Of which input a request is a part, by its number. */
    private final Map<Long, Part> parts = new HashMap<>();

    private long version;
    private final ThreadPoolExecutor asking = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MOST_WAITING),
            LastingThread.workers(KIND),
            new ThreadPoolExecutor.AbortPolicy());

    /**
     * The input of one task.
     *
     * @param id by which it is spoken of
     * @param executor that is to fetch it
     * @param parts of files
     * @param hostOf index of a host by its name or address; −1 of those that are not known
     * @param source index of the host to fetch from
     * @param host index of the executor's
     */
    public record Input(
            long id, String executor, List<FilePart> parts, ToIntFunction<String> hostOf, int source, int host) {
        public Input {
            parts = List.copyOf(parts);
        }
    }

    /** Adds up what is told of the parts of an input. */
    private static final class Parts {
        private final Consumer<ReadBytes> told;
        private int missing;
        private ReadBytes sum = ReadBytes.NONE;

        private Parts(int missing, Consumer<ReadBytes> told) {
            this.missing = missing;
            this.told = told;
        }

        private synchronized void add(ReadBytes part) {
            sum = sum.plus(part);
            missing--;
            if (missing == 0) {
                told.accept(sum);
            }
        }
    }

    /** @param which of the input's requests it is */
    private record Part(Fetching of, int which) {}

    private static final class Fetching {
        private final Input input;
        private boolean isLocated;
        /** Nobody could say where it is. */
        private boolean isLost;

        private ExtentLocator.Located located = new ExtentLocator.Located(List.of(), 0, 0);
        private final BitSet held = new BitSet();
        /** Parts of which the executor said last that it has them, or that they come. */
        private final BitSet taken = new BitSet();

        private boolean ordered;

        private Fetching(Input input) {
            this.input = input;
        }

        /** None as long as nothing is ordered, whatever an executor said before it dropped all. */
        private long fetchedBytes() {
            return ordered
                    ? held.stream()
                            .mapToLong(i -> located.requests().get(i).extent().length())
                            .sum()
                    : 0;
        }
    }

    /** @param conf of Hadoop, the driver's */
    public TaskInputs(PrefetchOrders orders, Configuration conf, TimeSource time) {
        this.orders = orders;
        orders.onStop(this::dropped);
        locator = new ExtentLocator(conf, time);
    }

    /** Whether parts of a file may be fetched, by its file system alone: nobody is asked. */
    public boolean isServed(Path file) {
        return locator.isServed(file);
    }

    /** Has a task's input fetched; nothing becomes of it where thousands wait already. */
    public void fetch(Input input, long leftMillis) {
        synchronized (this) {
            fetching.put(input.id(), new Fetching(input));
        }
        try {
            asking.execute(() -> locate(input, leftMillis));
        } catch (RejectedExecutionException e) {
            lost(input.id()); // thousands wait already, or it is closed
        }
    }

    private void locate(Input input, long leftMillis) {
        try {
            ExtentLocator.Located located = locator.locate(
                    input.parts(), new ExtentLocator.Way(input.hostOf(), input.source(), input.host()), leftMillis);
            order(input, located);
        } catch (IOException | RuntimeException | LinkageError e) {
            RARE_LOG.warn("locate", "Input of a task is not fetched ahead", e);
            lost(input.id());
        }
    }

    private synchronized void lost(long id) {
        Fetching all = fetching.get(id);
        if (all != null) {
            all.isLost = true;
        }
    }

    /** Not under the lock: orders have one of their own, under which they may answer. */
    private void order(Input input, ExtentLocator.Located located) {
        if (!found(input, located)) {
            return;
        }
        boolean any = false;
        for (int i = 0; i < located.requests().size(); i++) {
            int which = i;
            any |= orders.order(
                    input.executor(), located.requests().get(i), state -> answered(input.id(), which, state));
        }
        if (any && !ordered(input.id())) { // cancelled meanwhile
            located.requests().forEach(request -> orders.cancel(input.executor(), request));
        }
    }

    /** @return whether the input is still wanted */
    private synchronized boolean found(Input input, ExtentLocator.Located located) {
        Fetching all = fetching.get(input.id());
        if (all == null) {
            return false;
        }
        if (!all.isLocated) {
            all.isLocated = true;
            all.located = located;
            version++;
            for (int i = 0; i < located.requests().size(); i++) {
                parts.put(located.requests().get(i).id(), new Part(all, i));
            }
        }
        return true;
    }

    /** @return whether the input is still wanted */
    private synchronized boolean ordered(long id) {
        Fetching all = fetching.get(id);
        if (all != null && !all.ordered) {
            all.ordered = true;
            version++;
        }
        return all != null;
    }

    /** Executors drop what they hold. */
    private synchronized void dropped() {
        for (Fetching all : fetching.values()) {
            all.ordered = false;
            all.held.clear();
            all.taken.clear();
        }
        version++;
    }

    private synchronized void answered(long id, int which, State state) {
        Fetching all = fetching.get(id);
        if (all != null) {
            all.taken.set(which, state != State.REFUSED);
            held(all, which, state == State.HELD);
        }
    }

    private void held(Fetching all, int which, boolean isHeld) {
        if (all.held.get(which) != isHeld) {
            all.held.set(which, isHeld);
            version++;
        }
    }

    /** An executor has all that some requests asked for. */
    synchronized void arrived(String executor, long[] requests) {
        for (long request : requests) {
            Part part = parts.get(request);
            if (part != null && part.of.input.executor().equals(executor)) {
                part.of.taken.set(part.which);
                held(part.of, part.which, true);
            }
        }
    }

    /** Grows whenever more or less is known to be ordered or held. */
    public synchronized long version() {
        return version;
    }

    /**
     * A task's input is still wanted, and by when: its executor is told, and says what has come.
     *
     * @param bytesPerSecond at which all of it may be fetched at most, for a while; 0: as fast as it can
     * @param mayBegin whether also what its executor refused, or was not told yet, is to be fetched now
     */
    public void renew(long id, long leftMillis, long bytesPerSecond, boolean mayBegin) {
        Fetching all;
        List<ExtentRequest> requests;
        BitSet wanted = new BitSet();
        synchronized (this) {
            all = fetching.get(id);
            requests = all == null ? List.of() : all.located.requests();
            if (mayBegin) {
                wanted.set(0, requests.size());
            } else if (all != null && all.ordered) {
                wanted.or(all.taken);
            }
        }
        double bytes = requests.stream()
                .mapToDouble(request -> request.extent().length())
                .sum();
        boolean any = false;
        for (int i = wanted.nextSetBit(0); i >= 0; i = wanted.nextSetBit(i + 1)) {
            int which = i;
            double share = requests.get(i).extent().length() / bytes;
            long quota = bytesPerSecond == 0 ? 0 : Math.max(1, (long) (share * bytesPerSecond));
            any |= orders.again(
                    all.input.executor(),
                    requests.get(i).withLeft(leftMillis).withQuota(quota),
                    state -> answered(id, which, state));
        }
        if (any) {
            ordered(id); // it may not have been before: the mode only observed, or the executor was not known yet
        }
    }

    /** Whether an executor was told to fetch a task's input, or a part of it; not so while the mode only observes. */
    public synchronized boolean isOrdered(long id) {
        Fetching all = fetching.get(id);
        return all != null && all.ordered;
    }

    /** Whether a task's input was asked for here, and nobody has given it up. */
    public synchronized boolean isFetched(long id) {
        return fetching.containsKey(id);
    }

    /** Whether some of a task's input is still to come, or to be looked for. */
    public synchronized boolean isArriving(long id) {
        Fetching all = fetching.get(id);
        return all != null
                && (all.isLocated
                        ? all.ordered
                                && all.held.cardinality()
                                        < all.located.requests().size()
                        : !all.isLost);
    }

    /** Whether nothing of a task's input can be fetched, as far as that is known: it is not in HDFS, is striped or still written. */
    public synchronized boolean isUnfetchable(long id) {
        Fetching all = fetching.get(id);
        return all != null
                && all.isLocated
                && all.located.requests().isEmpty()
                && all.located.hereBytes() < all.located.allBytes();
    }

    /** Which share of what a task reads, 0 to 1, is on its executor's host, as far as the executor has said. */
    public synchronized double heldShare(long id) {
        Fetching all = fetching.get(id);
        return all == null || all.located.allBytes() == 0
                ? 0
                : (double) (all.located.hereBytes() + all.fetchedBytes()) / all.located.allBytes();
    }

    /** Bytes of a task's input that have come, as far as its executor has said. */
    public synchronized long fetchedBytes(long id) {
        Fetching all = fetching.get(id);
        return all == null ? 0 : all.fetchedBytes();
    }

    /** Bytes of a task's input that were ordered; 0 while the mode only observes. */
    public synchronized long orderedBytes(long id) {
        Fetching all = fetching.get(id);
        return all == null || !all.ordered
                ? 0
                : all.located.requests().stream()
                        .mapToLong(request -> request.extent().length())
                        .sum();
    }

    /** A task is launched where its input is fetched: what its executor was not told yet, or has not begun to fetch, it reads by itself. */
    public void launched(long id) {
        Optional<Fetching> all;
        synchronized (this) {
            all = Optional.ofNullable(fetching.get(id));
            if (all.isPresent() && !all.get().isLocated) {
                remove(id);
            }
        }
        all.ifPresent(each -> each.located.requests().forEach(part -> orders.launched(each.input.executor(), part)));
    }

    /**
     * A task has read its input, and what was fetched of it is not needed any more.
     *
     * @param told what came of it, and was read, once, if its executor says so of all parts; on any thread, not to wait
     */
    public void done(long id, Consumer<ReadBytes> told) {
        remove(id).ifPresent(all -> {
            Parts sum = new Parts(all.located.requests().size(), told);
            all.located.requests().forEach(part -> orders.done(all.input.executor(), part, sum::add));
        });
    }

    /** Nobody waits any more for a task's input. */
    public void cancel(long id) {
        remove(id).ifPresent(all -> all.located.requests().forEach(part -> orders.cancel(all.input.executor(), part)));
    }

    private synchronized Optional<Fetching> remove(long id) {
        Optional<Fetching> gone = Optional.ofNullable(fetching.remove(id));
        gone.ifPresent(all -> all.located.requests().forEach(part -> parts.remove(part.id())));
        version += gone.isPresent() ? 1 : 0;
        return gone;
    }

    @Override
    public void close() {
        asking.shutdownNow();
    }
}
