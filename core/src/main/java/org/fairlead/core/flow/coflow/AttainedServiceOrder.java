// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.coflow;

/**
 * Discretized coflow-aware least-attained service (D-CLAS): what has sent little goes first.
 *
 * <p><b>Goals.</b> Let the many small coflows pass the few large ones without knowing which are which; serve alike ones one after the
 * other rather than side by side, which would end all of them late.
 *
 * <p><b>Constraints.</b> Sees only bytes sent. A coflow never rises again.
 *
 * <p><b>Algorithm.</b> Queues of falling priority: a coflow is in the first queue until it has sent so many bytes in all, then in the next
 * until a multiple of that, and so on; the last queue has no bound. Lower queues get what upper ones leave. In a queue, the coflow that
 * came first goes first.
 *
 * <p><b>Example.</b> First bound 10 MB, ratio 10: coflows that have sent 3, 12 and 99 MB are in queues 0, 1 and 1; the one of 12 MB goes
 * before the one of 99 MB only if it came earlier. With ratio 2 they are in queues 0, 1 and 4, and it goes before in any case.
 *
 * <p>Source: Chowdhury, Stoica, "Efficient coflow scheduling without prior knowledge" (Aalo), SIGCOMM 2015, section 4. There each queue has
 * a weight; here an upper queue goes before a lower one, as in the public simulator.
 */
record AttainedServiceOrder(String name, String rules, ByteQueues queues) implements CoflowOrder.Blind {
    @Override
    public CoflowAllocation serving() {
        return CoflowAllocation.MAX_MIN;
    }

    @Override
    public int rank(ObservedCoflow coflow) {
        return queues.of(coflow.sentBytes());
    }

    @Override
    public double bound(ObservedCoflow coflow) {
        return queues.bound(rank(coflow));
    }
}
