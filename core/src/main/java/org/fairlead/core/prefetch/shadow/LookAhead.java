// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.plan.ClusterSnapshot;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.Offer;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.task.order.JobOrder;
import org.fairlead.core.task.prediction.ReceiveRates;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.view.Headroom;

/** One look-ahead, as {@link ShadowScheduler} says it. Of one thread, and used once. */
final class LookAhead {
    /** As many executors at most are offered again in a second, so that large clusters cost no more for what nobody wants. */
    private static final double MOST_OFFERED_AGAIN = 1000;

    /** Of no more executors that ask by themselves all are asked, whatever they have been declined. */
    private static final int FEW = 256;

    /** A decline that ends at once, or has ended, is asked again so much later. */
    private static final double LEAST_DECLINE_SECONDS = 0.01;

    private final TaskAssigner policy;
    private final ClusterSnapshot snapshot;
    private final SlotForecast forecast;
    private final Horizon horizon;
    private final long startNanos;
    private final double mostAgainSeconds;
    private final boolean leavesAlone;
    private final SlotsAhead slots;
    private final TransfersAhead transfers;
    private final JobsAhead jobs;
    private final Map<StageAttempt, Member> members = new HashMap<>();
    /** Stages whose parents run. */
    private final List<Member> waiting = new ArrayList<>();

    /** Requests that stand and are not due, by executor. */
    private final Map<String, List<PrefetchRequest>> arriving = new HashMap<>();

    private final HeldBySiblings siblings;
    private final FetchSources sources;

    private final List<PrefetchRequest> requests = new ArrayList<>();
    private final List<PrefetchRequest> immediate = new ArrayList<>();
    private final Map<String, Long> bytesByExecutor = new HashMap<>();
    private long bytes;
    private int launches;
    private int choices;
    /** Whether it ends here, before the horizon's time is over. */
    private boolean over;

    /** A stage in its job, and how many of its tasks have not ended. */
    private static final class Member {
        private final JobAhead job;
        private final StageAhead stage;
        private int unfinished;

        Member(JobAhead job, StageAhead stage) {
            this.job = job;
            this.stage = stage;
            unfinished = stage.notLaunched();
        }
    }

    /** What an offer came to: a task of a stage, or when to ask again. */
    private record Found(Member member, Choice.Launch launch, double againSeconds) {}

    LookAhead(
            TaskAssigner policy,
            JobOrder order,
            List<ShadowJob> known,
            SlotForecast forecast,
            List<PrefetchRequest> standing,
            ClusterSnapshot snapshot,
            Horizon horizon,
            long seed,
            long startNanos) {
        this.policy = policy;
        jobs = new JobsAhead(order);
        this.forecast = forecast;
        this.snapshot = snapshot;
        this.horizon = horizon;
        this.startNanos = startNanos;
        int executors = forecast.executors().size();
        double rest = executors > MOST_OFFERED_AGAIN ? executors / MOST_OFFERED_AGAIN : 0;
        mostAgainSeconds = Math.max(forecast.offers().againSeconds(), rest);
        leavesAlone = forecast.offers().isAtOnce() || executors > FEW;
        slots = new SlotsAhead(forecast, snapshot.topology().nodes().size(), seed);
        transfers = new TransfersAhead(snapshot, startNanos);
        sources = new FetchSources(snapshot, standing, startNanos);
        siblings = new HeldBySiblings(forecast.executors(), standing);
        standing.forEach(request -> arriving.computeIfAbsent(request.executor(), unused -> new ArrayList<>())
                .add(request));
        for (ShadowJob job : known) {
            JobAhead ahead = new JobAhead(job);
            jobs.add(ahead);
            for (ShadowStage stage : job.stages()) {
                Member member = new Member(ahead, new StageAhead(stage, slots, transfers));
                ahead.add(member.stage);
                if (members.put(stage.id(), member) != null) {
                    throw new IllegalArgumentException(stage.id() + " is there twice");
                }
                waiting.add(member);
                if (stage.earliestNanos() > startNanos) {
                    slots.wakeAt((stage.earliestNanos() - startNanos) / 1e9);
                }
            }
        }
        forecast.executors().stream()
                .flatMap(executor -> executor.running().stream())
                .map(task -> members.get(task.stage()))
                .filter(member -> member != null)
                .forEach(member -> {
                    member.unfinished++;
                    member.job.running(1);
                });
        start();
    }

    /** Stages begin whose parents have ended, and whose time has come. */
    private void start() {
        long now = nowNanos();
        boolean any = waiting.removeIf(member -> {
            ShadowStage stage = member.stage.stage();
            boolean starts =
                    stage.earliestNanos() <= now && stage.parents().stream().noneMatch(this::isUnfinished);
            if (starts) {
                member.job.start(member.stage);
                jobs.changed();
            }
            return starts;
        });
        if (any) {
            slots.offerIdle();
        }
    }

    private boolean isUnfinished(StageAttempt stage) {
        Member member = members.get(stage);
        return member != null && member.unfinished > 0;
    }

    ShadowSchedule run(BooleanSupplier goesOn) {
        double end = horizon.nanos() / 1e9;
        for (SlotsAhead.Event event = slots.next(); event != null; event = slots.next()) {
            if (event.atSeconds() > end) {
                break;
            }
            transfers.advance(event.atSeconds());
            if (event.executor() == null) {
                start();
                continue;
            }
            if (!event.isOffer()) {
                ended(event.executor(), event.ending());
                continue;
            }
            offer(event.executor(), goesOn);
            if (over) {
                return schedule(nowNanos());
            }
        }
        return schedule(startNanos + horizon.nanos());
    }

    private ShadowSchedule schedule(long untilNanos) {
        return new ShadowSchedule(requests, immediate, untilNanos, launches, choices);
    }

    private long nowNanos() {
        return startNanos + Math.round(slots.nowSeconds() * 1e9);
    }

    private void ended(SlotsAhead.Executor executor, SlotsAhead.Ending ending) {
        Member member = members.get(ending.stage());
        if (member == null) {
            return;
        }
        if (ending.task() >= 0) {
            member.stage.ended(ending.task(), executor.host(), ending.source(), ending.bytes());
        }
        member.job.running(-1);
        jobs.changed();
        member.unfinished--;
        if (forecast.isExclusive() && member.job.goesOnElsewhere(slots::isFor)) {
            slots.runsBesides();
        }
        if (member.unfinished == 0) {
            start();
        }
    }

    /** Free slots of an executor, as many as one offer may fill. */
    private void offer(SlotsAhead.Executor executor, BooleanSupplier goesOn) {
        if (arriving.containsKey(executor.id())) {
            arriving.get(executor.id()).removeIf(request -> isThere(request, executor.host()));
        }
        int launched = 0;
        while (executor.free() > 0 && !over) {
            if (launched++ == forecast.offers().launches()) {
                slots.offerNext(executor);
                return;
            }
            Found found = ask(executor, goesOn);
            if (found.launch != null) {
                launch(found.member, executor, found.launch);
            } else if (found.againSeconds < Double.POSITIVE_INFINITY) {
                slots.offerAgain(executor, found.againSeconds);
                return;
            } else {
                slots.idle(executor);
                return;
            }
        }
    }

    /** Whether what was asked for has come to an executor's host, by its deadline. */
    private boolean isThere(PrefetchRequest request, int host) {
        Member member = members.get(request.stage());
        boolean there = request.deadlineNanos() <= nowNanos();
        if (there && member != null) {
            member.stage.arrived(request.task(), host);
        }
        return there;
    }

    private Found ask(SlotsAhead.Executor executor, BooleanSupplier goesOn) {
        double now = slots.nowSeconds();
        double again = Double.POSITIVE_INFINITY;
        for (JobAhead job : jobs.served()) {
            for (StageAhead stage : job.started()) {
                if (!stage.hasPending() || !slots.isFor(stage.pending().kind())) {
                    continue;
                }
                if (leavesAlone && stage.isLeftAlone(executor.host(), now)) {
                    again = Math.min(again, stage.leftAloneUntil());
                    continue;
                }
                if (!goesOn.getAsBoolean()) {
                    over = true;
                    return new Found(null, null, again);
                }
                Choice choice = choose(executor, stage);
                if (choice instanceof Choice.Launch launch) {
                    return new Found(members.get(stage.stage().id()), launch, again);
                }
                policy.roundEnded(stage.pending(), false, nowNanos());
                double until = againSeconds((Choice.Decline) choice, now);
                stage.declined(until);
                again = Math.min(again, until);
            }
        }
        return new Found(null, null, Math.max(again, now + LEAST_DECLINE_SECONDS));
    }

    /** What another executor of the host holds is left to it, unless there is nothing else for this one. */
    private Choice choose(SlotsAhead.Executor executor, StageAhead stage) {
        slots.offerBeside(() -> jobs.pendingBesides(stage, slots::isFor));
        Offer offer = new Offer(executor.host(), executor.free(), forecast.isExclusive(), forecast.kind());
        List<StageAhead.SetAside> aside =
                stage.setAside(siblings.tasks(executor.id(), stage.stage().id()));
        if (!aside.isEmpty()) {
            Optional<Choice> other = Optional.empty();
            if (stage.hasPending()) {
                choices++;
                other = Optional.of(policy.choose(offer, stage.pending(), stage, nowNanos()));
            }
            stage.putBack(aside);
            if (other.isPresent() && other.get() instanceof Choice.Launch) {
                return other.get();
            }
        }
        choices++;
        return policy.choose(offer, stage.pending(), stage, nowNanos());
    }

    private double againSeconds(Choice.Decline decline, double now) {
        if (decline.cause() == Choice.Cause.NOTHING_PENDING) {
            return Double.POSITIVE_INFINITY;
        }
        double latest = now + mostAgainSeconds;
        if (decline.untilNanos() == Choice.Decline.NEXT_OFFER) {
            return latest;
        }
        double until = (decline.untilNanos() - startNanos) / 1e9;
        return Math.min(latest, Math.max(now + LEAST_DECLINE_SECONDS, until));
    }

    private void launch(Member member, SlotsAhead.Executor executor, Choice.Launch launch) {
        StageAhead stage = member.stage;
        int task = launch.task();
        int host = executor.host();
        TaskSet pending = stage.pending();
        TaskSet.Group group = pending.groupOf(task);
        double input = pending.bytesOf(task);
        boolean isNowhere = group.hosts().length == 0;
        boolean blocks = pending.kind() == InputKind.BLOCKS && (!isNowhere || input > 0);
        boolean remote = blocks && !group.isOn(host);
        int replica = !remote ? host : isNowhere ? PrefetchRequest.STORE : replica(group, task, host, launch.source());
        boolean fetches = remote && !isNowhere && slots.nowSeconds() > 0;
        int from = fetches ? sources.best(group.hosts(), host, replica, stage::readRate) : replica;
        if (remote && !request(member, executor, task, from, input)) {
            over = true;
            return;
        }
        int source = !blocks ? -1 : group.isHeldOn(host) ? host : replica;
        double missing = remote && input > 0 ? stage.missingOn(host, task) / input : 0;
        stage.launched(task, host, source, input);
        policy.roundEnded(pending, false, nowNanos());
        member.job.running(1);
        jobs.changed();
        launches++;
        slots.launched(
                executor,
                seconds(stage.stage(), launch, input, missing),
                new SlotsAhead.Ending(stage.stage().id(), task, source, input));
    }

    /** As others took, what is missing being fetched until the launch; longer if the policy predicts that. Before any has ended, as the policy predicts, which says nothing of what tasks do besides reading, corrected by what tasks of other stages took. */
    private double seconds(ShadowStage stage, Choice.Launch launch, double input, double missingShare) {
        if (Double.isFinite(launch.expectedSeconds())) {
            OptionalDouble corrected = stage.correctedSeconds(launch.expectedSeconds(), missingShare);
            if (corrected.isPresent()) {
                return corrected.getAsDouble();
            }
        }
        OptionalDouble there = stage.seconds(input, 0);
        if (there.isEmpty()) {
            return Double.NaN;
        }
        double fetching = stage.seconds(input, missingShare).orElse(0) - there.getAsDouble();
        double usual = there.getAsDouble() + Math.max(0, fetching - slots.nowSeconds());
        return Double.isFinite(launch.expectedSeconds()) ? Math.max(usual, launch.expectedSeconds()) : usual;
    }

    /** The replica that the policy named, else that with the most available bandwidth; of equal ones another for each task. Where nothing is measured, one in the rack. */
    private int replica(TaskSet.Group group, int task, int host, int named) {
        if (named >= 0 && named != host) {
            return named;
        }
        Routes routes = snapshot.topology().routes();
        ReceiveRates rates =
                ReceiveRates.ofFew(routes, new Headroom(routes, transfers, startNanos), host, TrafficClass.BLOCK_READ);
        boolean blind = transfers.isBlind(startNanos);
        int[] holders = group.hosts();
        int best = -1;
        double most = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < holders.length; i++) {
            int holder = holders[(task + i) % holders.length];
            double rate = blind ? (routes.rackOf(holder) == routes.rackOf(host) ? 1 : 0) : rates.from(holder);
            if (rate > most) {
                most = rate;
                best = holder;
            }
        }
        return best;
    }

    /** @return whether the horizon has room for it, or does not count it */
    private boolean request(Member member, SlotsAhead.Executor executor, int task, int source, double input) {
        ShadowJob job = member.job.known();
        PrefetchRequest request = new PrefetchRequest(
                executor.id(),
                executor.host(),
                member.stage.stage().id(),
                task,
                job.job(),
                job.residualTasks(),
                source,
                (long) input,
                nowNanos());
        if (slots.nowSeconds() <= 0) {
            immediate.add(request);
            return true;
        }
        if (bytes + request.bytes() > horizon.bytes()) {
            return false;
        }
        long there = bytesByExecutor.getOrDefault(executor.id(), 0L) + request.bytes();
        if (there <= horizon.bytesByExecutor()) {
            bytesByExecutor.put(executor.id(), there);
            bytes += request.bytes();
            requests.add(request);
            sources.add(request);
        }
        return true;
    }
}
