// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.flow;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.fairlead.testbed.network.tcp.NumberedConnection;

/** A flow's state, written by the threads that send and receive, read by all. Times are nanoseconds after the start of all flows. */
final class RunningFlow {
    private static final double NANOS = 1e9;

    private final HostFlow flow;
    private final NumberedConnection connection;
    private final InetSocketAddress target;
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong received = new AtomicLong();
    private final AtomicLong counted = new AtomicLong();
    private volatile State state = State.WAITING;
    private volatile long startNanos;
    private volatile long endNanos = Long.MAX_VALUE;

    private enum State {
        WAITING,
        SENDING,
        SENT,
        ENDED
    }

    RunningFlow(HostFlow flow, NumberedConnection connection, InetSocketAddress target) {
        this.flow = flow;
        this.connection = connection;
        this.target = target;
    }

    HostFlow flow() {
        return flow;
    }

    NumberedConnection connection() {
        return connection;
    }

    InetSocketAddress target() {
        return target;
    }

    boolean isSending() {
        return state == State.SENDING;
    }

    boolean hasEnded() {
        return state == State.ENDED;
    }

    /** Whether there is something of it that has not arrived, and its time is not over. */
    boolean isUnderWay(long nowNanos) {
        boolean over = flow.isTimed() && nowNanos >= endNanos;
        return (state == State.SENDING || state == State.SENT) && !over;
    }

    /** 0 where its bytes say how long it takes. */
    double leftSeconds(long nowNanos) {
        return flow.isTimed() ? (endNanos - nowNanos) / NANOS : 0;
    }

    long leftBytes() {
        return Math.max(0, flow.bytes() - received.get());
    }

    /** When it is to begin or to stop next; {@link Long#MAX_VALUE}: never. */
    long dueNanos() {
        return state == State.WAITING
                ? Math.round(flow.startSeconds() * NANOS)
                : state == State.SENDING ? endNanos : Long.MAX_VALUE;
    }

    void begin(long nowNanos) {
        startNanos = nowNanos;
        if (flow.isTimed()) {
            endNanos = nowNanos + Math.round(flow.seconds() * NANOS);
        }
        state = State.SENDING;
    }

    /** Until the socket is full; true when all is written. */
    boolean write(ByteBuffer zeros) throws IOException {
        return connection.write(
                zeros, () -> flow.isTimed() ? Long.MAX_VALUE : flow.bytes() - sent.get(), sent::addAndGet);
    }

    /** Nothing more is written. */
    void stop() {
        state = State.SENT;
    }

    void arrived(int bytes, long nowNanos) {
        received.addAndGet(bytes);
        counted.addAndGet(nowNanos < endNanos ? bytes : 0);
    }

    /** All that was sent has arrived. */
    void ended(long nowNanos) {
        if (!flow.isTimed()) {
            endNanos = nowNanos;
        }
        state = State.ENDED;
    }

    /** Once it has ended. */
    FlowOutcome outcome() {
        return new FlowOutcome(flow, sent.get(), received.get(), counted.get(), startNanos / NANOS, endNanos / NANOS);
    }
}
