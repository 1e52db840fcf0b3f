// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

/**
 * What {@link BandwidthAwareExchange} would do, given the present: a bound to compare with.
 *
 * <p><b>Goals.</b> Tell what better knowledge of loads could gain.
 *
 * <p><b>Constraints.</b> Whoever asks has to give it exact sizes and the loads of this moment; loads to come it does not know. Its search is the same, so it is no bound of all plans: that is
 * {@link ExchangeTimes#bound}, which its plans carry.
 *
 * <p><b>Algorithm.</b> As {@link BandwidthAwareExchange}; it steps aside only where stock is predicted to be faster.
 *
 * <p><b>Example.</b> A plan that gains 3 % over stock is carried out, where the other one leaves the shuffle to stock.
 *
 * <p><b>Source.</b> Ours. The bound of links: the open shop with preemption, T. Gonzalez, S. Sahni, J. ACM 23(4), 1976.
 */
final class ClairvoyantExchange implements ExchangePlanner {
    static final String NAME = "clairvoyant";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ExchangePlan plan(ByteMatrix bytes, ReceiverMemory memory, Outlook outlook, long nowNanos, long seed) {
        return BandwidthAwareExchange.plan(bytes, memory, outlook, nowNanos, seed, 0);
    }
}
