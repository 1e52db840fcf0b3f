// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.rate;

import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.fairlead.control.admission.AdmissionControl;
import org.fairlead.control.view.LongPolls;
import org.fairlead.control.view.Publication;
import org.fairlead.control.view.Views;
import org.fairlead.core.network.EvenSplit;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.rate.RateAllotment;
import org.fairlead.core.network.rate.RateLedger;
import org.fairlead.core.prefetch.admission.FetchRates;
import org.fairlead.core.prefetch.admission.TransferPace;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.message.RatesMessage;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;

/**
 * Has hosts and switches guarantee what admitted fetches need ({@link FetchRates}), and sends each change to those who wait for it. All ends by itself with the quotas that it is for. While the kill switch is on nothing is
 * guaranteed. One daemon thread; reading takes no lock.
 */
public final class RateControl implements AutoCloseable {
    private static final long TICK_NANOS = 100_000_000L;
    private static final long LEASE_MILLIS = TransferPace.VALID_NANOS / 1_000_000;

    private final RateOptions options;
    private final RateDevices devices;
    private final AdmissionControl admission;
    private final Views views;
    private final String controller;
    private final long epoch;
    private final TimeSource time;
    private final Publication<Published> publication;
    private final Thread thread = LastingThread.of("fairlead-rates", this::run);
    private volatile Counts counts = Counts.NONE;
    private volatile boolean closed;
    /** Of the thread alone, as is what follows. */
    private State state;

    private Map<FlowUnit, FetchRates.Outcome> outcomes = Map.of();

    private record State(Topology topology, RateLedger ledger, FetchRates rates) {}

    /** @param untilNanos when they end unless they are renewed */
    private record Published(
            Topology topology, String topologyId, boolean enforced, List<RateAllotment> allotments, long untilNanos) {}

    /**
     * Since the start: how often a host pair came to have a rate, and how often it was refused one, by the reason.
     *
     * @param refused by each reason
     */
    public record Counts(long granted, Map<FetchRates.Outcome, Long> refused) {
        static final Counts NONE = new Counts(0, Map.of());

        public Counts {
            refused = Map.copyOf(refused);
        }

        private Counts and(FetchRates.Outcome outcome) {
            if (outcome == FetchRates.Outcome.GUARANTEED) {
                return new Counts(granted + 1, refused);
            }
            Map<FetchRates.Outcome, Long> more = new EnumMap<>(FetchRates.Outcome.class);
            more.putAll(refused);
            more.merge(outcome, 1L, Long::sum);
            return new Counts(granted, more);
        }
    }

    /** @param controller its name */
    public RateControl(
            RateOptions options,
            RateDevices devices,
            AdmissionControl admission,
            Views views,
            String controller,
            long epoch,
            TimeSource time) {
        this.options = options;
        this.devices = devices;
        this.admission = admission;
        this.views = views;
        this.controller = controller;
        this.epoch = epoch;
        this.time = time;
        publication = new Publication<>(
                new Published(views.view().topology(), views.topology().id(), false, List.of(), time.nanoTime()),
                epoch,
                this::bytes,
                time);
        thread.start();
    }

    /** An application has asked for quotas: there may be something to guarantee. */
    public void requested() {
        if (options.isOn()) {
            LockSupport.unpark(thread);
        }
    }

    /** The driver of a host or switch asks for what it is to do: from now on, as long as it asks again and again, rates are guaranteed there. What is no node of the topology is not remembered. */
    public void follows(String node) {
        if (views.view().topology().node(node).isPresent()) {
            devices.asked(node);
        }
    }

    /** Host pairs that have a rate now. */
    public int guaranteed() {
        Published now = publication.content();
        return time.nanoTime() - now.untilNanos() < 0 ? now.allotments().size() : 0;
    }

    /** Hosts and switches that carry out rates. */
    public int followers() {
        return devices.count(publication.content().topology());
    }

    public Counts counts() {
        return counts;
    }

    /** Sends all rates of a device ({@link Publication#await}). */
    public void await(Publication.Asked asked, Duration wait, LongPolls.Poller poller) {
        if (publication.await(asked, wait, poller) && !options.isOn()) {
            LockSupport.unpark(thread); // it sleeps while nobody waits
        }
    }

    private byte[] bytes(Publication.Asked asked, long number, Published now, long nowNanos) {
        List<RatesMessage.Allotment> allotments = now.allotments().stream()
                .filter(each -> asked.node().isEmpty()
                        || each.links().stream()
                                .anyMatch(link -> link.from().name().equals(asked.node())))
                .map(each -> new RatesMessage.Allotment(
                        name(now, each.unit().source()),
                        name(now, each.unit().destination()),
                        each.unit().trafficClass().label(),
                        each.codepoint(),
                        Math.round(each.bytesPerSecond())))
                .limit(RatesMessage.MOST_ALLOTMENTS)
                .toList();
        long left = now.allotments().isEmpty() ? LEASE_MILLIS : (now.untilNanos() - nowNanos) / 1_000_000;
        return asked.encoding()
                .write(new RatesMessage(
                        controller,
                        epoch,
                        number,
                        now.topologyId(),
                        now.enforced() ? Math.max(0, Math.min(LEASE_MILLIS, left)) : 0,
                        allotments));
    }

    private static String name(Published of, int host) {
        return of.topology().nodes().get(host).name();
    }

    private void run() {
        while (!closed) {
            if (options.isOn()) {
                renew(time.nanoTime());
            }
            publication.answer(time.nanoTime());
            if (options.isOn() || publication.waiting() > 0) {
                LockSupport.parkNanos(TICK_NANOS);
            } else {
                LockSupport.park();
            }
        }
    }

    private void renew(long nowNanos) {
        Topology topology = views.view().topology();
        devices.forgetSilent();
        if (state == null || state.topology() != topology) {
            RateLedger ledger = new RateLedger(new EvenSplit(topology.routes()), options.grant(topology));
            state = new State(topology, ledger, new FetchRates(ledger));
            outcomes = Map.of();
        }
        AdmissionControl.Needs needs = admission.needs();
        Map<FlowUnit, FetchRates.Outcome> now =
                state.rates().renew(needs.needs(), devices::carriesOut, needs.untilNanos(), nowNanos);
        now.forEach((unit, outcome) -> {
            if (outcomes.get(unit) != outcome) {
                counts = counts.and(outcome);
            }
        });
        outcomes = new HashMap<>(now);
        publish(state.ledger().allotted(nowNanos), needs.untilNanos());
    }

    private void publish(List<RateAllotment> allotments, long untilNanos) {
        Published last = publication.content();
        boolean enforced = views.enforcement();
        boolean same = last.topology() == state.topology()
                && last.enforced() == enforced
                && rates(last.allotments()).equals(rates(allotments));
        publication.publish(
                new Published(state.topology(), views.topology().id(), enforced, allotments, untilNanos), !same);
    }

    /** All that devices are told of them. */
    private static Map<FlowUnit, List<Number>> rates(List<RateAllotment> allotments) {
        Map<FlowUnit, List<Number>> rates = new HashMap<>();
        allotments.forEach(each -> rates.put(each.unit(), List.of(each.codepoint(), each.bytesPerSecond())));
        return rates;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        publication.close();
    }
}
