// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule.counters;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.fairlead.core.prefetch.shadow.MissedRequest;
import org.fairlead.core.prefetch.shadow.PrefetchRequest;
import org.fairlead.core.prefetch.shadow.PrefetchRequests;
import org.fairlead.core.prefetch.shadow.UnrequestedInput;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.spark.prefetch.order.TaskInputs;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Judges what became of each request for a task's input, once that is known, and why nothing was requested for a task that reads from another host; all of it is counted ({@link PrefetchOutcomes}). Not safe for threads: it goes with the
 * requests.
 */
public final class JudgedRequests {
    private static final Logger LOG = LoggerFactory.getLogger(JudgedRequests.class);

    private final PrefetchRequests requests;
    private final TaskInputs inputs;
    private final PrefetchOutcomes outcomes;
    private final long memoryBytes;
    /** When the launch of a task was first foreseen, and for when, by the request. */
    private final Map<Long, Foreseen> foreseen = new HashMap<>();

    /** Of stages that look-aheads have come to, whether what their tasks read can be fetched: by one that reads files. */
    private final Map<StageAttempt, Boolean> fetchable = new HashMap<>();

    /** Whether there are look-aheads, and not just nothing is fetched. */
    private boolean looksAhead;

    private boolean saidTooLarge;

    private record Foreseen(long madeAtNanos, long launchNanos) {}

    /**
     * @param inputs that are fetched for the requests
     * @param memoryBytes of each executor
     */
    public JudgedRequests(PrefetchRequests requests, TaskInputs inputs, PrefetchOutcomes outcomes, long memoryBytes) {
        this.requests = requests;
        this.inputs = inputs;
        this.outcomes = outcomes;
        this.memoryBytes = memoryBytes;
    }

    /** @param looksAhead whether there are look-aheads from now on */
    public void looksAhead(boolean looksAhead) {
        this.looksAhead = looksAhead;
    }

    /**
     * A look-ahead has come to a stage.
     *
     * @param isFetchable whether what its tasks read can be fetched; asked the first time
     */
    public void reached(StageAttempt stage, BooleanSupplier isFetchable) {
        fetchable.computeIfAbsent(stage, unused -> isFetchable.getAsBoolean());
    }

    /** Input is requested that nobody had requested before. */
    public void requested(PrefetchRequests.Numbered one, long nowNanos) {
        outcomes.requested();
        foreseen.put(one.id(), new Foreseen(nowNanos, one.request().deadlineNanos()));
    }

    /** Why look-aheads have cancelled a request. */
    public MissedRequest whyCancelled(PrefetchRequest cancelled) {
        return requests.of(cancelled.stage(), cancelled.task()).isPresent()
                ? MissedRequest.FORESEEN_ELSEWHERE
                : MissedRequest.NOT_FORESEEN;
    }

    /** A request did not come to what it was for. Requests for what nobody knows the files of do not count. */
    public void missed(long id, MissedRequest why) {
        if (inputs.isFetched(id)) {
            outcomes.missed(inputs.isUnfetchable(id) ? MissedRequest.NOT_FETCHABLE : why);
        }
    }

    /** A request is given up: when its task is launched says nothing of how well that was foreseen. */
    public void forget(long id) {
        foreseen.remove(id);
    }

    /** The task of a request was launched, wherever. */
    public void launched(PrefetchRequests.Numbered one, long nowNanos) {
        Foreseen then = foreseen.remove(one.id());
        if (then != null) {
            outcomes.launched(then.madeAtNanos, then.launchNanos, nowNanos);
        }
        if (!inputs.isFetched(one.id())) {
            outcomes.unrequested(UnrequestedInput.UNKNOWN_INPUT);
        }
    }

    /** It was launched where it was foreseen: its input is there, or late. */
    public void launchedThere(PrefetchRequests.Numbered one, long nowNanos) {
        if (inputs.heldShare(one.id()) >= 1) {
            outcomes.inTime();
        } else {
            long foreseenNanos = one.request().deadlineNanos();
            missed(one.id(), MissedRequest.late(inputs.isOrdered(one.id()), foreseenNanos, nowNanos));
        }
        long fetched = inputs.fetchedBytes(one.id());
        outcomes.launchedThere(fetched, inputs.orderedBytes(one.id()) - fetched);
    }

    /**
     * A task was launched away from its input, for which nothing had been requested.
     *
     * @param bytes of its input; NaN or below 0 where that is not known
     * @param begins whether anything new is fetched at present
     */
    public void unrequested(StageAttempt stage, double bytes, boolean begins) {
        outcomes.unrequested(whyUnrequested(stage, bytes, begins));
    }

    private UnrequestedInput whyUnrequested(StageAttempt stage, double bytes, boolean begins) {
        if (requests.isWasteful(stage)) {
            return UnrequestedInput.WASTEFUL_STAGE;
        }
        if (bytes > memoryBytes && fetchable.getOrDefault(stage, false)) {
            sayTooLarge(stage, bytes);
            return UnrequestedInput.TOO_LARGE;
        }
        if (!begins) {
            return UnrequestedInput.NO_CONTROLLER;
        }
        return requests.isWasteful() ? UnrequestedInput.WASTEFUL_APPLICATION : UnrequestedInput.AT_ONCE;
    }

    private void sayTooLarge(StageAttempt stage, double bytes) {
        if (looksAhead && !saidTooLarge) {
            saidTooLarge = true;
            LOG.warn(
                    "Fairlead fetches nothing ahead for tasks like those of {}: they read {} bytes, and an executor has"
                            + " memory for {}; raise spark.fairlead.prefetch.memory",
                    stage,
                    (long) bytes,
                    memoryBytes);
        }
    }

    /** Nothing of a stage is launched any more. */
    public void completed(StageAttempt stage) {
        fetchable.remove(stage);
    }
}
