// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.coflow;

/**
 * The coflow that is expected to have the least still to send goes first: our order for coflows of unknown sizes.
 *
 * <p><b>Goals.</b> As D-CLAS, let small coflows pass large ones without knowing which are which; besides, let a large one that is nearly
 * done end, instead of leaving it behind for all that it has sent.
 *
 * <p><b>Constraints.</b> Sees bytes sent and how many flows have ended, never a size.
 *
 * <p><b>Algorithm.</b> Of a coflow that has sent s bytes on n flows, e of which have ended:
 *
 * <ul>
 *   <li>While few have ended, s is all that is known. Sizes are heavy-tailed: what has sent much has about as much to come. Expected: s.
 *   <li>When many have ended they tell the mean size of a flow. Those on their way are longer than what they have sent, so the mean is not
 *       taken over the ended ones alone but estimated as s / e (the maximum-likelihood estimate of an exponential distribution when
 *       some observations are cut off). Each of the n − e others has that much to come, whatever it has sent. Expected: (n − e)·s / e.
 * </ul>
 *
 * The smaller of the two counts, in queues as D-CLAS has them, but with bounds that only double: between a coflow and one ten times as large, first come,
 * first served loses much.
 *
 * <p><b>Example.</b> A coflow has sent 900 MB; 90 of its 100 flows have ended. Expected are 10 · 900 / 90 = 100 MB, so it goes before one
 * that has sent 300 MB and of which none has ended. D-CLAS has it behind or, when it came first, before by chance.
 *
 * <p>Source: ours. Queues: see {@link AttainedServiceOrder}. That ended flows tell the size of the rest is also used by Jajoo, Gandhi, Hu, Koh, "Saath",
 * CoNEXT 2017, and Jajoo, Hu, Lin, "Philae", ATC 2019, in other ways.
 */
record ExpectedRemainderOrder(String name, String rules, ByteQueues queues) implements CoflowOrder.Blind {
    @Override
    public CoflowAllocation serving() {
        return CoflowAllocation.MAX_MIN;
    }

    @Override
    public int rank(ObservedCoflow coflow) {
        return queues.of(coflow.sentBytes() * share(coflow));
    }

    @Override
    public double bound(ObservedCoflow coflow) {
        return queues.bound(rank(coflow)) / share(coflow);
    }

    /** The expected remainder over the bytes sent; above 0 for a coflow that is not done. */
    private static double share(ObservedCoflow coflow) {
        int ended = coflow.endedFlows();
        int others = coflow.flows() - ended;
        return others >= ended ? 1 : (double) others / ended;
    }
}
