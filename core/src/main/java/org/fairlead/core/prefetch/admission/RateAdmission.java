// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;

/**
 * Decides which flows that fetch input ahead are guaranteed a rate, and which. It remembers what it has admitted. Whoever drives it makes a
 * pass whenever flows come, end or change, and now and then besides; in between it asks for rates. The same calls give the same answers.
 * Times are on one clock, the caller's. Of one thread.
 *
 * <p>In no instant are the guaranteed rates of all flows over a link more than the link's free rate as of the last pass.
 */
public interface RateAdmission {
    /** The name under which configuration and reports know it. */
    String name();

    /**
     * A pass. What was admitted before and is not among the flows has ended.
     *
     * @param flows all that are under way, those that came first before others, each with the bytes that are still to come and the deadline
     *     as it is known now
     * @param freeBytesPerSecond by link, what may be guaranteed to all of these flows together: what is already guaranteed to them is not
     *     taken off. Below 0 counts as 0. What measurements may be wrong by is left out by the caller
     * @return by flow, in their order
     * @throws IllegalArgumentException if a flow is there twice
     */
    Map<Long, Verdict> admit(List<PrefetchFlow> flows, IntToDoubleFunction freeBytesPerSecond, long nowNanos);

    /** A flow has ended or was cancelled: what it had is free at once, and given to others in the next pass. Nothing happens if none of that id is known. */
    void ended(long id);

    /** By flow, the rates of those that are admitted and whose deadline has not passed. A floor may be 0 for now. */
    Map<Long, FlowRate> rates(long nowNanos);

    /** When rates next change by themselves; {@link Long#MAX_VALUE} if they do not. */
    long nextChangeNanos(long nowNanos);
}
