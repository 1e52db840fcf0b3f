// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.traffic;

import java.util.concurrent.atomic.AtomicLong;

/** Payload bytes of a flow, counted by the threads that send and receive it. */
final class FlowCounter {
    private final String flow;
    private final String type;
    private final String from;
    private final String to;
    final AtomicLong sent = new AtomicLong();
    final AtomicLong received = new AtomicLong();
    /** Whether its connections were broken off as planned. */
    volatile boolean over;

    FlowCounter(String flow, String type, String from, String to) {
        this.flow = flow;
        this.type = type;
        this.from = from;
        this.to = to;
    }

    @Override
    public String toString() {
        return flow;
    }

    FlowBytes read() {
        return new FlowBytes(flow, type, from, to, sent.get(), received.get());
    }
}
