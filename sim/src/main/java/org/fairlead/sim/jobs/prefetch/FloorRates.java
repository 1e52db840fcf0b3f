// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.prefetch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.fairlead.core.prefetch.admission.FlowRate;
import org.fairlead.core.prefetch.admission.PrefetchFlow;
import org.fairlead.core.prefetch.admission.RateAdmission;
import org.fairlead.sim.jobs.time.PolicyTime;

/**
 * Drives rate admission: a pass whenever transfers begin, end or have another deadline, and each {@value #PASS_SECONDS} s; in between, rates change when it says so.
 *
 * <p>To all transfers together, {@link #SHARE} of what background traffic leaves of a link may be guaranteed. What an admitted one may use besides its floor is guaranteed as well: it comes first, earliest deadline
 * first. All that is not guaranteed is shared by everybody alike.
 */
final class FloorRates {
    /** Of a link: so that nobody is shut out while input is fetched. */
    static final double SHARE = 0.9;

    static final double PASS_SECONDS = 1;

    private final RateAdmission admission;
    private final Transfers transfers;
    private boolean changed;
    private double passedSeconds = Double.NEGATIVE_INFINITY;
    private double nextSeconds = Double.POSITIVE_INFINITY;

    FloorRates(RateAdmission admission, Transfers transfers) {
        this.admission = admission;
        this.transfers = transfers;
    }

    /** Transfers have begun or ended, or their deadlines are others. */
    void change() {
        changed = true;
    }

    void ended(Fetch fetch) {
        admission.ended(fetch.id);
        changed = true;
    }

    /** When it is to be called again though nothing changes. */
    double nextSeconds() {
        return nextSeconds;
    }

    /** @param arriving all that is under way, what began first before others */
    void pass(Collection<Fetch> arriving) {
        double now = transfers.nowSeconds();
        if (!changed && now < nextSeconds) {
            return;
        }
        long nanos = PolicyTime.nanos(now);
        if (changed || now >= passedSeconds + PASS_SECONDS) {
            List<PrefetchFlow> flows = new ArrayList<>(arriving.size());
            arriving.forEach(fetch -> flows.add(flow(fetch)));
            admission.admit(flows, link -> SHARE * transfers.capacity(link), nanos);
            passedSeconds = now;
            changed = false;
        }
        Map<Long, FlowRate> rates = admission.rates(nanos);
        for (Fetch fetch : arriving) {
            FlowRate rate = rates.get(fetch.id);
            transfers.guarantee(fetch.transfer, rate == null ? 0 : guaranteed(rate));
        }
        long change = admission.nextChangeNanos(nanos);
        double nextPass = passedSeconds + PASS_SECONDS;
        // A nanosecond later: seconds are rounded.
        double next = change == Long.MAX_VALUE ? nextPass : Math.min(nextPass, PolicyTime.seconds(change + 1));
        nextSeconds = arriving.isEmpty() ? Double.POSITIVE_INFINITY : next;
    }

    private static double guaranteed(FlowRate rate) {
        double all = rate.floorBytesPerSecond() + rate.spareBytesPerSecond();
        return Double.isFinite(all) ? all : rate.floorBytesPerSecond();
    }

    private PrefetchFlow flow(Fetch fetch) {
        return new PrefetchFlow(
                fetch.id,
                fetch.part().job(),
                transfers.residualTasks(fetch.part().job()),
                transfers.links(fetch.transfer),
                (long) Math.ceil(transfers.left(fetch.transfer)),
                PolicyTime.nanos(fetch.request.deadlineSeconds()));
    }
}
