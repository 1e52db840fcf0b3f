// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.fairlead.core.profile.StageAttempt;

/**
 * Which requests stand, from one look-ahead to the next.
 *
 * <p><b>Goals.</b> What is under way is not given up because one look-ahead saw it otherwise; what is of no use ends soon, and stages and applications whose future cannot be told cost the network little.
 *
 * <p><b>Constraints.</b> One request for a task at a time. Of an executor no more than two requests a slot, and {@value #MOST_ARRIVING}, of which something is still to come: what would only wait there costs nothing if it is foreseen otherwise before. Where a look-ahead did not come as far as a request's deadline, it says nothing of it.
 *
 * <p><b>Algorithm.</b> A request stands while look-aheads have its task on the same executor, with the deadline of the newest. It is cancelled when {@value #PASSES} in a row do not, or {@value #PASSES_THERE} if nothing of it is still to come, since then only memory is lost by waiting; and only then the task may be requested
 * for another one. Of what is foreseen and not requested, what is to be launched first begins. One that is launched is the task's own: look-aheads no longer decide about it. When a request is over, what was fetched for it and not read is counted. A stage of which at least {@value #LEAST_BYTES}
 * bytes were fetched, and more than {@value #MOST_WASTED_SHARE} of them not read, gets no new ones. While more than {@value #MOST_WASTED_OF_NEWEST} of what came for the application's newest requests was not read, {@value #NEWEST} or so, one of them at a time is still to come: where sources or slots are full, what is foreseen seldom happens, and fetching takes
 * bandwidth from tasks. By that one it is seen when it happens again.
 *
 * <p><b>Example.</b> Task 4 is requested for h1. The next two look-aheads have it on h2: the request stands. The third one has, too: h1's is cancelled, h2's is new. Had it been on h1, all would be as before. Of the first ten requests the last eight were fetched and not read: from then on one begins when nothing is to come of any other, until less is in vain.
 *
 * <p><b>Source.</b> Ours; FlexFetch does not say what becomes of a changed prediction. Not safe for threads.
 */
public final class PrefetchRequests {
    static final int PASSES = 3;
    static final int PASSES_THERE = 12;
    static final int MOST_ARRIVING = 4;
    static final double MOST_WASTED_SHARE = 0.2;
    static final long LEAST_BYTES = 256L << 20;
    static final double MOST_WASTED_OF_NEWEST = 0.3;
    static final int NEWEST = 64;
    private static final int MOST_ENDED = 4096;

    private final Map<Task, Standing> standing = new LinkedHashMap<>();
    /** Of requests that are not over, by their numbers. */
    private final Map<Long, StageAttempt> stages = new HashMap<>();
    /** Numbers of requests that are not over though their stage has ended: the newest. */
    private final Set<Long> ofEnded = new LinkedHashSet<>();

    private final WastedBytes wasted = new WastedBytes(MOST_WASTED_SHARE, LEAST_BYTES);
    private final NewestWaste newestWaste = new NewestWaste(MOST_WASTED_OF_NEWEST, NEWEST);
    private long ids;

    private record Task(StageAttempt stage, int number) {
        static Task of(PrefetchRequest request) {
            return new Task(request.stage(), request.task());
        }
    }

    private static final class Standing {
        private final long id;
        private PrefetchRequest request;
        private int missed;

        Standing(long id, PrefetchRequest request) {
            this.id = id;
            this.request = request;
        }

        Numbered numbered() {
            return new Numbered(id, request);
        }
    }

    /**
     * A request that stands.
     *
     * @param id its number, which no other one has or had
     */
    public record Numbered(long id, PrefetchRequest request) {}

    /**
     * What a look-ahead changed.
     *
     * @param begun are to be fetched from now on
     * @param kept those that stood before, with their newest deadlines
     * @param cancelled are not to be fetched any more, and not to be held
     */
    public record Changes(List<Numbered> begun, List<Numbered> kept, List<Numbered> cancelled) {
        public Changes {
            begun = List.copyOf(begun);
            kept = List.copyOf(kept);
            cancelled = List.copyOf(cancelled);
        }
    }

    /**
     * Takes in what a look-ahead came to.
     *
     * @param isArriving whether some of what a request asks for is still to come
     * @param slots of an executor, by its name
     */
    public Changes update(ShadowSchedule newest, Predicate<Numbered> isArriving, ToIntFunction<String> slots) {
        Map<Task, PrefetchRequest> foreseen = new LinkedHashMap<>();
        newest.requests().forEach(request -> foreseen.put(Task.of(request), request));
        Map<Task, PrefetchRequest> withImmediate = new HashMap<>(foreseen);
        newest.immediate().forEach(request -> withImmediate.put(Task.of(request), request));
        List<Numbered> kept = new ArrayList<>();
        List<Numbered> cancelled = new ArrayList<>();
        Map<String, Integer> arriving = new HashMap<>();
        for (Iterator<Standing> all = standing.values().iterator(); all.hasNext(); ) {
            Standing each = all.next();
            look(each, withImmediate.get(Task.of(each.request)), newest.untilNanos());
            boolean arrives = isArriving.test(each.numbered());
            if (each.missed >= (arrives ? PASSES : PASSES_THERE)) {
                cancelled.add(each.numbered());
                all.remove();
            } else {
                kept.add(each.numbered());
                arriving.merge(each.request.executor(), arrives ? 1 : 0, Integer::sum);
            }
        }
        return new Changes(begin(foreseen, arriving, slots), kept, cancelled);
    }

    private static void look(Standing standing, PrefetchRequest newer, long untilNanos) {
        if (newer != null && newer.agreesWith(standing.request)) {
            standing.missed = 0;
            standing.request = standing.request.renewedBy(newer);
        } else if (newer != null || standing.request.deadlineNanos() <= untilNanos) {
            standing.missed++;
        }
    }

    private List<Numbered> begin(
            Map<Task, PrefetchRequest> foreseen, Map<String, Integer> arriving, ToIntFunction<String> slots) {
        List<Numbered> begun = new ArrayList<>();
        boolean anyArrives = arriving.values().stream().anyMatch(some -> some > 0);
        foreseen.forEach((task, request) -> {
            boolean waits = isWasteful() && (anyArrives || !begun.isEmpty());
            if (standing.containsKey(task) || isWasteful(task.stage) || waits) {
                return;
            }
            int most = Math.min(MOST_ARRIVING, 2 * slots.applyAsInt(request.executor()));
            if (arriving.merge(request.executor(), 1, Integer::sum) > most) {
                return;
            }
            Standing one = new Standing(ids++, request);
            standing.put(task, one);
            stages.put(one.id, task.stage);
            begun.add(one.numbered());
        });
        return begun;
    }

    /** The request for a task, if one stands. */
    public Optional<Numbered> of(StageAttempt stage, int task) {
        return Optional.ofNullable(standing.get(new Task(stage, task))).map(Standing::numbered);
    }

    /** All that stand, those that have stood longest first. */
    public List<Numbered> all() {
        return standing.values().stream().map(Standing::numbered).toList();
    }

    /** A task is launched, wherever: its request no longer stands, and look-aheads do not cancel it. Empty if there was none. */
    public Optional<Numbered> launched(StageAttempt stage, int task) {
        return Optional.ofNullable(standing.remove(new Task(stage, task))).map(Standing::numbered);
    }

    /**
     * Nothing more becomes of a request: its task has read what it wanted, or what was held is dropped. Nothing happens if it is over already.
     *
     * @param fetchedBytes that came
     * @param readBytes of those, that the task read
     * @throws IllegalArgumentException if more was read than came, or less than nothing
     */
    public void over(long id, long fetchedBytes, long readBytes) {
        if (readBytes < 0 || readBytes > fetchedBytes) {
            throw new IllegalArgumentException(
                    "request " + id + ": of " + fetchedBytes + " bytes that came, " + readBytes + " cannot be read");
        }
        StageAttempt stage = stages.remove(id);
        if (stage != null || ofEnded.remove(id)) {
            newestWaste.add(fetchedBytes, fetchedBytes - readBytes);
        }
        if (stage != null) {
            standing.values().removeIf(each -> each.id == id);
            wasted.add(stage, fetchedBytes, fetchedBytes - readBytes);
        }
    }

    /** Whether so much was fetched in vain for a stage that it gets no new requests. */
    public boolean isWasteful(StageAttempt stage) {
        return wasted.isTooMuch(stage);
    }

    /** Whether so much was fetched in vain by the newest requests that one at a time is still to come. */
    public boolean isWasteful() {
        return newestWaste.isTooMuch();
    }

    /** Bytes that were fetched for a stage, by requests that are over. */
    public long fetchedBytes(StageAttempt stage) {
        return wasted.fetched(stage);
    }

    /** Of those, bytes that were not read. */
    public long wastedBytes(StageAttempt stage) {
        return wasted.unread(stage);
    }

    /** A stage has ended: what was counted of it is forgotten, and nothing more is counted but for the application. */
    public void completed(StageAttempt stage) {
        stages.forEach((id, of) -> {
            if (of.equals(stage)) {
                ofEnded.add(id);
            }
        });
        stages.values().removeIf(stage::equals);
        // Of those whose executor is gone nothing more is reported.
        while (ofEnded.size() > MOST_ENDED) {
            ofEnded.remove(ofEnded.iterator().next());
        }
        wasted.forget(stage);
    }
}
