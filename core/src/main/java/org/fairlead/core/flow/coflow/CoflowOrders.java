// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.coflow;

import java.util.List;

/** The orders by name. */
public final class CoflowOrders {
    private static final String MADD =
            "; knows sizes; order made anew when a coflow arrives or departs, among equals who came first; each coflow in turn MADD on"
                    + " what is free, then max-min among its flows on what is still free; flows between the same two ports count as"
                    + " one; rates anew when a flow ends";
    private static final String FAIR =
            "; blind to sizes; each coflow in turn max-min among its flows on what is free; flows between the same two ports count as one;"
                    + " rates anew when a flow ends";

    private CoflowOrders() {}

    /** All names, the clairvoyant ones first. */
    public static List<String> names() {
        return List.of("sebf", "sebf-published", "scf", "lcf", "bssi", "ncf", "fifo", "d-clas", "fairlead");
    }

    /**
     * @param ports how many ports the fabric has
     * @throws IllegalArgumentException that says which names there are
     */
    public static CoflowOrder named(String name, int ports) {
        return switch (name) {
            case "sebf" ->
                new KeyOrder(
                        name,
                        "smallest effective bottleneck first: least remaining bytes at the busiest port" + MADD,
                        CoflowAllocation.MADD,
                        KnownCoflow::bottleneckBytes);
            case "sebf-published" ->
                new KeyOrder(
                        name,
                        "SEBF as published (Varys): least remaining bytes at the busiest port; knows sizes; order and"
                                + " rates made anew when a coflow arrives or departs, among equals who came first; all coflows in turn MADD on"
                                + " what is free, then all in turn max-min among their flows on what is still free; flows between the same two"
                                + " ports count as one",
                        CoflowAllocation.MADD_AS_PUBLISHED,
                        KnownCoflow::bottleneckBytes);
            case "scf" ->
                new KeyOrder(
                        name,
                        "smallest coflow first: least remaining bytes in all" + MADD,
                        CoflowAllocation.MADD,
                        KnownCoflow::remainingBytes);
            case "lcf" ->
                new KeyOrder(
                        name,
                        "least length first: least remaining bytes of the longest flow" + MADD,
                        CoflowAllocation.MADD,
                        KnownCoflow::longestFlowBytes);
            case "bssi" ->
                new BottleneckSelectOrder(
                        name,
                        "bottleneck-select-scale-iterate: by remaining bytes, equal weights" + MADD,
                        CoflowAllocation.MADD,
                        ports);
            case "ncf" ->
                new NarrowestOrder(
                        name,
                        "narrowest coflow first: fewest ports on the side that has more, among equals who came first"
                                + FAIR,
                        CoflowAllocation.MAX_MIN);
            case "fifo" -> new FifoOrder(name, "first come, first served" + FAIR, CoflowAllocation.MAX_MIN);
            case "d-clas" ->
                new AttainedServiceOrder(
                        name,
                        "discretized least attained service: 10 queues by bytes sent in all, the first to 10 MB, each next to 10 times as much,"
                                + " strict priority between queues, first come first served inside"
                                + FAIR,
                        new ByteQueues(10, 10e6, 10));
            case "fairlead" ->
                new ExpectedRemainderOrder(
                        name,
                        "least expected remainder: 40 queues by bytes sent times the lesser of 1 and (flows under way / flows ended), the first to"
                                + " 10 MB, each next to twice as much, strict priority between queues, first come first served inside"
                                + FAIR,
                        new ByteQueues(40, 10e6, 2));
            default ->
                throw new IllegalArgumentException(
                        "no coflow order '" + name + "'; there are " + String.join(", ", names()));
        };
    }
}
