// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.prefetch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.core.prefetch.shadow.PrefetchRequest;
import org.fairlead.core.prefetch.shadow.PrefetchRequests;
import org.fairlead.core.prefetch.shadow.ShadowSchedule;
import org.fairlead.core.profile.StageAttempt;

/**
 * Asks for what a shadow scheduler foresees ({@link org.fairlead.core.prefetch.shadow.ShadowScheduler}).
 *
 * <p><b>Goals.</b> What the plug-in for Spark would fetch, by the same decisions.
 *
 * <p><b>Constraints.</b> Knows of the future what the schedulers' own state says, and nothing else. How far running tasks are is known at once, or by heartbeats ({@link org.fairlead.sim.jobs.policy.Policies.Fetching}).
 *
 * <p><b>Algorithm.</b> A look-ahead as soon as the input of a stage is known, and each {@value #EVERY_SECONDS} s while anything is submitted; {@link PrefetchRequests} for what stands from one to the next. Before each, schedulers are told what
 * counts as held by then ({@link PrefetchRequest#heldBytes}).
 *
 * <p><b>Example.</b> A look-ahead at 3 s has task 4 on h2 at 5 s, and the one at 3.5 s on h1: it goes on to h2. At 4 and 4.5 s it is on h1 again: what came to h2 is given up, and it is fetched for h1.
 *
 * <p><b>Source.</b> FlexFetch, section III-A.
 */
public final class ShadowPrefetcher implements Prefetcher {
    /** Three times that is about the time after which a request is given up. */
    static final double EVERY_SECONDS = 0.5;

    private final List<PrefetchRequests> byApplication = new ArrayList<>();
    /** Requests whose end is not known, by what they ask for: one that is given up may still be there when the next begins for another machine. */
    private final Map<Wanted, Asked> asked = new HashMap<>();

    private Schedulers schedulers;
    private List<FetchRequest> known = List.of();
    private double lookedSeconds = Double.NEGATIVE_INFINITY;

    /** The schedulers of a run, one for each application. */
    public interface Schedulers {
        /**
         * What each of them comes to from now on, always in the same order.
         *
         * @param standing requests that are carried out, of each
         */
        List<ShadowSchedule> lookAhead(List<List<PrefetchRequest>> standing);

        /** The parts of a task's input that are to be fetched, in the order in which it reads them. */
        List<FetchRequest> parts(PrefetchRequest request);

        /** So much of a request's input lies on its host by now: what its scheduler is to know. */
        void held(PrefetchRequest request, double bytes);

        /** Bytes of a part that lie on the machine it is fetched for. */
        double arrivedBytes(InputPart part);

        /** Whether all of a part lies there. */
        boolean isHeld(InputPart part);

        /** Slots of an executor for tasks that read blocks, by its name. */
        int slots(String executor);

        StageAttempt attempt(int job, int stage);

        int application(int job);

        /** Whether a job runs, so that there may be something to foresee. */
        boolean anyRuns();
    }

    private record Wanted(InputPart part, int machine) {
        static Wanted of(FetchRequest request) {
            return new Wanted(request.part(), request.machine());
        }
    }

    /** A request, and what has become of its parts. */
    private static final class Asked {
        private final PrefetchRequests requests;
        private final PrefetchRequests.Numbered request;
        private int partsLeft;
        private double fetched;
        private double read;

        Asked(PrefetchRequests requests, PrefetchRequests.Numbered request, int parts) {
            this.requests = requests;
            this.request = request;
            partsLeft = parts;
        }
    }

    /** Whose schedulers are run ahead; before the first request is asked for. */
    public void of(Schedulers run, int applications) {
        schedulers = run;
        for (int application = 0; application < applications; application++) {
            byApplication.add(new PrefetchRequests());
        }
    }

    @Override
    public List<FetchRequest> requests(double nowSeconds) {
        if (nowSeconds >= lookedSeconds + EVERY_SECONDS) {
            lookedSeconds = nowSeconds;
            lookAhead();
        }
        return known;
    }

    @Override
    public void known(int job, int stage) {
        lookedSeconds = Double.NEGATIVE_INFINITY;
    }

    @Override
    public double nextSeconds() {
        return schedulers.anyRuns() ? lookedSeconds + EVERY_SECONDS : Double.POSITIVE_INFINITY;
    }

    private void lookAhead() {
        byApplication.forEach(requests -> requests.all().forEach(one -> report(one.request())));
        List<ShadowSchedule> schedules = schedulers.lookAhead(byApplication.stream()
                .map(requests -> requests.all().stream()
                        .map(PrefetchRequests.Numbered::request)
                        .toList())
                .toList());
        List<FetchRequest> wanted = new ArrayList<>();
        for (int application = 0; application < schedules.size(); application++) {
            PrefetchRequests requests = byApplication.get(application);
            PrefetchRequests.Changes changes =
                    requests.update(schedules.get(application), this::isArriving, schedulers::slots);
            changes.cancelled().forEach(one -> schedulers.held(one.request(), 0));
            for (PrefetchRequests.Numbered one : changes.begun()) {
                List<FetchRequest> parts = schedulers.parts(one.request());
                Asked all = new Asked(requests, one, parts.size());
                parts.forEach(part -> asked.put(Wanted.of(part), all));
                schedulers.held(one.request(), one.request().heldBytes(0));
            }
            requests.all().forEach(one -> wanted.addAll(schedulers.parts(one.request())));
        }
        known = wanted;
    }

    /** Its scheduler learns what counts as held of a request that stands. */
    private void report(PrefetchRequest request) {
        schedulers.held(request, request.heldBytes(arrived(request)));
    }

    private boolean isArriving(PrefetchRequests.Numbered one) {
        return schedulers.parts(one.request()).stream().anyMatch(part -> !schedulers.isHeld(part.part()));
    }

    private double arrived(PrefetchRequest request) {
        return schedulers.parts(request).stream()
                .mapToDouble(part -> schedulers.arrivedBytes(part.part()))
                .sum();
    }

    @Override
    public void launched(int job, int stage, int task, int machine) {
        Optional<PrefetchRequests.Numbered> was =
                byApplication.get(schedulers.application(job)).launched(schedulers.attempt(job, stage), task);
        was.ifPresent(one -> {
            schedulers.held(one.request(), 0);
            List<FetchRequest> others = new ArrayList<>(known);
            others.removeAll(schedulers.parts(one.request()));
            known = others;
        });
    }

    @Override
    public void arrived(FetchRequest request) {
        Asked all = asked.get(Wanted.of(request));
        if (all != null) {
            PrefetchRequest whole = all.request.request();
            all.requests.of(whole.stage(), whole.task()).ifPresent(one -> report(one.request()));
        }
    }

    @Override
    public void over(FetchRequest request, FetchEnd end, double fetchedBytes) {
        Asked all = asked.remove(Wanted.of(request));
        if (all == null) {
            return;
        }
        boolean read = end == FetchEnd.IN_TIME || end == FetchEnd.LATE;
        all.fetched += fetchedBytes;
        all.read += read ? fetchedBytes : 0;
        all.partsLeft--;
        if (all.partsLeft == 0) {
            PrefetchRequest whole = all.request.request();
            all.requests
                    .of(whole.stage(), whole.task())
                    .filter(one -> one.id() == all.request.id())
                    .ifPresent(one -> schedulers.held(one.request(), 0));
            all.requests.over(all.request.id(), (long) all.fetched, (long) Math.min(all.read, all.fetched));
        }
    }
}
