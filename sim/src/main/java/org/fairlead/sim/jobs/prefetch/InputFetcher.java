// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.prefetch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.fairlead.core.prefetch.admission.RateAdmission;
import org.fairlead.sim.jobs.outcome.FetchedBytes;
import org.fairlead.sim.jobs.outcome.RequestCounts;
import org.fairlead.sim.jobs.outcome.RequestEnd;

/**
 * Carries out what a {@link Prefetcher} asks for.
 *
 * <p>A request waits until there is memory on its machine, and fewer transfers to it than there may be at a time, the earliest deadline first; behind one that waits nobody later is served there. One that is larger than the machine's memory is given up. Then it arrives, with what rate admission
 * guarantees it, and is held until its task reads it. A task that begins to read while its input arrives takes the transfer over. A task that is launched elsewhere, or before anything has begun to arrive, reads as usual. Memory is free again
 * when the input has been read, or is given up.
 */
public final class InputFetcher {
    private static final Comparator<Fetch> FIRST_DEADLINE = Comparator.comparingDouble(
                    (Fetch fetch) -> fetch.request.deadlineSeconds())
            .thenComparingLong(fetch -> fetch.id);

    private final Prefetcher prefetcher;
    private final Transfers transfers;
    private final MachineMemory memory;
    private final Optional<FloorRates> floors;
    private final Optional<LinkTurns> turns;
    /** Transfers to a machine at a time. */
    private final int mostAtOnce;

    /** Whose end is not known yet, in the order in which they were asked for. */
    private final Map<InputPart, Fetch> fetches = new LinkedHashMap<>();
    /** By transfer, in the order in which they began. */
    private final Map<Integer, Fetch> arriving = new LinkedHashMap<>();

    /** For the memory of the machine where they were asked for. */
    private final Set<InputPart> tooLarge = new HashSet<>();

    private final EndedRequests ended = new EndedRequests();
    private List<FetchRequest> asked = List.of();
    /** How many there were. */
    private long requests;

    private boolean anyMayBegin;
    private double passSeconds = Double.POSITIVE_INFINITY;
    private double inTime;
    private double late;
    private double wasted;
    private double cancelled;

    /** As many transfers at a time as there is memory for. */
    InputFetcher(Prefetcher prefetcher, Transfers transfers, MachineMemory memory, Optional<RateAdmission> admission) {
        this(prefetcher, transfers, memory, admission, 0, false);
    }

    /**
     * @param admission of rates; empty where nothing is guaranteed
     * @param mostAtOnce transfers to a machine at a time; one that a task has taken over does not count. 0 for as many as there is memory for
     * @param tasksFirst whether transfers leave a full link to tasks; not where anything is guaranteed
     */
    public InputFetcher(
            Prefetcher prefetcher,
            Transfers transfers,
            MachineMemory memory,
            Optional<RateAdmission> admission,
            int mostAtOnce,
            boolean tasksFirst) {
        this.mostAtOnce = mostAtOnce > 0 ? mostAtOnce : Integer.MAX_VALUE;
        this.prefetcher = prefetcher;
        this.transfers = transfers;
        this.memory = memory;
        floors = admission.map(rates -> new FloorRates(rates, transfers));
        turns = tasksFirst
                ? Optional.of(new LinkTurns(transfers, memory.machines(), this.mostAtOnce))
                : Optional.empty();
    }

    /** Whether anything is ever fetched. */
    public boolean isOn() {
        return prefetcher != Prefetcher.NONE;
    }

    private void wake() {
        passAt(transfers.nowSeconds());
    }

    private void passAt(double seconds) {
        if (seconds < passSeconds) {
            passSeconds = seconds;
            transfers.passAt(seconds);
        }
    }

    /** The prefetcher has changed its mind by itself: it is asked at this instant. */
    public void changed() {
        wake();
    }

    /** What a stage's tasks will read is known. */
    public void known(int job, int stage) {
        if (isOn()) {
            prefetcher.known(job, stage);
            wake();
        }
    }

    /**
     * A task's first attempt was launched.
     *
     * @param parts how many it reads, one after the other
     * @return of the first of them
     */
    public Presence launched(InputPart first, int parts, int machine) {
        if (!isOn()) {
            return Presence.ABSENT;
        }
        for (int part = 0; part < parts; part++) {
            Fetch fetch = fetches.get(part(first, part));
            ended.launched(part(first, part), machine);
            if (fetch != null && fetch.machine() != machine) {
                giveUp(fetch, RequestEnd.ELSEWHERE);
            } else if (fetch != null) {
                fetch.claimed = true;
                ended.launchedThere(fetch, transfers.nowSeconds());
            }
        }
        prefetcher.launched(first.job(), first.stage(), first.task(), machine);
        wake();
        return presence(first);
    }

    /** How much of a part is where its task, which was launched, runs. */
    public Presence presence(InputPart part) {
        Fetch fetch = fetches.get(part);
        if (fetch == null || !fetch.claimed || fetch.state == Fetch.State.WAITING) {
            return Presence.ABSENT;
        }
        return fetch.state == Fetch.State.ARRIVING ? Presence.ARRIVING : Presence.HELD;
    }

    private static InputPart part(InputPart first, int part) {
        return new InputPart(first.job(), first.stage(), first.task(), part);
    }

    /**
     * What a task finds of the part that it begins to read.
     *
     * @param missingBytes what has not arrived, at least 0
     * @param transfer that brings it, if anything is missing: who reads takes it over, and this no longer knows it
     */
    public record Found(double missingBytes, int transfer) {}

    /** An attempt that {@link #launched} was told of begins to read a part; {@link #read} or {@link #gone} follows if anything was found. */
    public Optional<Found> begins(InputPart part) {
        Fetch fetch = fetches.get(part);
        if (fetch == null) {
            return Optional.empty();
        }
        if (fetch.state == Fetch.State.WAITING) {
            giveUp(fetch, RequestEnd.NOT_BEGUN);
            return Optional.empty();
        }
        if (fetch.state == Fetch.State.ARRIVING) {
            fetch.late = transfers.left(fetch.transfer);
            leave(fetch);
        }
        fetch.state = Fetch.State.READ;
        inTime += fetch.bytes - fetch.late;
        return Optional.of(new Found(fetch.late, fetch.transfer));
    }

    private void leave(Fetch fetch) {
        arriving.remove(fetch.transfer);
        if (mostAtOnce < Integer.MAX_VALUE) {
            anyMayBegin = true;
            wake();
        }
        floors.ifPresent(rates -> rates.ended(fetch));
    }

    /** Bytes of a part that have arrived on the machine where it is asked for; none any more once its task reads it. */
    public double arrivedBytes(InputPart part) {
        Fetch fetch = fetches.get(part);
        if (fetch == null) {
            return 0;
        }
        return switch (fetch.state) {
            case HELD -> fetch.bytes;
            case ARRIVING -> Math.max(0, fetch.bytes - transfers.left(fetch.transfer));
            case WAITING, READ -> 0;
        };
    }

    /** Whether all of a part lies on the machine where it is asked for, and nobody has begun to read it. */
    public boolean isHeld(InputPart part) {
        Fetch fetch = fetches.get(part);
        return fetch != null && fetch.state == Fetch.State.HELD;
    }

    /** A part for which something was found has been read. */
    public void read(InputPart part) {
        Fetch fetch = fetches.get(part);
        if (fetch != null && fetch.state == Fetch.State.READ) {
            late += fetch.late;
            ended.over(fetch.request, RequestEnd.READ, 0);
            over(fetch, fetch.late > 0 ? FetchEnd.LATE : FetchEnd.IN_TIME, fetch.bytes);
        }
    }

    /**
     * An attempt that {@link #launched} was told of was killed.
     *
     * @param first of its parts
     * @param missingBytes of what it reads now, what has not arrived
     */
    public void gone(InputPart first, int parts, double missingBytes) {
        for (int part = 0; part < parts; part++) {
            Fetch fetch = fetches.get(part(first, part));
            if (fetch != null && fetch.state == Fetch.State.READ) {
                double lacks = Math.min(fetch.late, missingBytes);
                late += fetch.late - lacks;
                cancelled += lacks;
                ended.over(fetch.request, RequestEnd.KILLED, 0);
                over(fetch, FetchEnd.WASTED, fetch.bytes - lacks);
            } else if (fetch != null) {
                giveUp(fetch, RequestEnd.KILLED);
            }
        }
    }

    /** A transfer has brought all. */
    public void arrived(int transfer) {
        transfers.ended(transfer);
        Fetch fetch = arriving.get(transfer);
        leave(fetch);
        fetch.state = Fetch.State.HELD;
        prefetcher.arrived(fetch.request);
        wake();
    }

    private void giveUp(Fetch fetch, RequestEnd end) {
        double missing = fetch.bytes;
        if (fetch.state == Fetch.State.ARRIVING) {
            missing = transfers.left(fetch.transfer);
            transfers.cancel(fetch.transfer);
            leave(fetch);
        } else if (fetch.state == Fetch.State.HELD) {
            missing = 0;
        }
        cancelled += missing;
        wasted += fetch.bytes - missing;
        ended.over(fetch.request, end, fetch.bytes - missing);
        over(fetch, missing < fetch.bytes ? FetchEnd.WASTED : FetchEnd.CANCELLED, fetch.bytes - missing);
    }

    private void over(Fetch fetch, FetchEnd end, double fetchedBytes) {
        fetches.remove(fetch.part());
        if (fetch.state != Fetch.State.WAITING) {
            memory.frees(fetch.machine(), fetch.bytes);
            anyMayBegin = true;
            wake();
        }
        prefetcher.over(fetch.request, end, fetchedBytes);
    }

    /** Asks what is wanted now, and begins what may begin. */
    public void pass() {
        if (transfers.nowSeconds() < passSeconds) {
            return; // another call came first
        }
        passSeconds = Double.POSITIVE_INFINITY;
        List<FetchRequest> now = prefetcher.requests(transfers.nowSeconds());
        if (now != asked) {
            asked = now;
            renew(now);
        }
        if (turns.map(each -> each.look(fetches.values())).orElse(false) || anyMayBegin) {
            anyMayBegin = false;
            begin();
        }
        turns.ifPresent(each -> passAtIfEver(each.nextSeconds()));
        floors.ifPresent(rates -> {
            rates.pass(arriving.values());
            passAtIfEver(rates.nextSeconds());
        });
        passAtIfEver(prefetcher.nextSeconds());
    }

    private void passAtIfEver(double seconds) {
        if (seconds > transfers.nowSeconds() && seconds < Double.POSITIVE_INFINITY) {
            passAt(seconds);
        }
    }

    private void renew(List<FetchRequest> requests) {
        Map<InputPart, FetchRequest> wanted = new LinkedHashMap<>();
        for (FetchRequest request : requests) {
            if (transfers.isUseful(request)) {
                wanted.putIfAbsent(request.part(), request);
            }
        }
        for (Fetch fetch : List.copyOf(fetches.values())) {
            FetchRequest request = wanted.get(fetch.part());
            if (!fetch.claimed && (request == null || request.machine() != fetch.machine())) {
                giveUp(fetch, RequestEnd.CHANGED);
            }
        }
        for (FetchRequest request : wanted.values()) {
            Fetch fetch = fetches.get(request.part());
            if (fetch == null) {
                ask(request);
            } else if (fetch.machine() == request.machine()
                    && fetch.request.deadlineSeconds() != request.deadlineSeconds()) {
                fetch.request = new FetchRequest(
                        request.part(), request.machine(), fetch.request.source(), request.deadlineSeconds());
                floors.ifPresent(FloorRates::change);
            }
        }
    }

    private void ask(FetchRequest request) {
        double bytes = transfers.bytes(request.part());
        if (bytes > memory.all(request.machine())) {
            if (tooLarge.add(request.part())) {
                cancelled += bytes;
                ended.over(request, RequestEnd.TOO_LARGE, 0);
                prefetcher.over(request, FetchEnd.CANCELLED, 0);
            }
            return;
        }
        fetches.put(request.part(), new Fetch(requests++, request, bytes, transfers.nowSeconds()));
        anyMayBegin = true;
    }

    private void begin() {
        List<Fetch> waiting = new ArrayList<>();
        for (Fetch fetch : fetches.values()) {
            if (fetch.state == Fetch.State.WAITING) {
                waiting.add(fetch);
            }
        }
        waiting.sort(FIRST_DEADLINE);
        Set<Integer> full = new HashSet<>();
        int[] busy = new int[memory.machines()];
        arriving.values().forEach(fetch -> busy[fetch.machine()]++);
        for (Fetch fetch : waiting) {
            if (full.contains(fetch.machine())) {
                continue;
            }
            if (!mayBegin(fetch.machine(), busy[fetch.machine()]) || !memory.takes(fetch.machine(), fetch.bytes)) {
                full.add(fetch.machine());
                continue;
            }
            busy[fetch.machine()]++;
            fetch.state = Fetch.State.ARRIVING;
            fetch.transfer = transfers.begin(fetch.request);
            arriving.put(fetch.transfer, fetch);
            floors.ifPresent(FloorRates::change);
        }
    }

    private boolean mayBegin(int machine, int underWay) {
        return turns.map(each -> each.mayBegin(machine, underWay)).orElse(underWay < mostAtOnce);
    }

    /** The run is over: what is still held was fetched in vain. */
    public void finish() {
        for (Fetch fetch : List.copyOf(fetches.values())) {
            if (fetch.state == Fetch.State.READ) {
                read(fetch.part());
            } else {
                giveUp(fetch, RequestEnd.NEVER);
            }
        }
    }

    /** What became of requests. */
    public RequestCounts requests() {
        return ended.counts();
    }

    public FetchedBytes bytes() {
        return new FetchedBytes(inTime, late, wasted, cancelled, 0);
    }
}
