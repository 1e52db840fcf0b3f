// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.prefetch;

/** A request that is carried out. */
final class Fetch {
    /** How far it is. */
    enum State {
        /** Until there is memory. */
        WAITING,
        ARRIVING,
        HELD,
        /** Its task reads it. */
        READ
    }

    /** By which rate admission knows it. */
    final long id;

    final double bytes;
    /** When it was asked for. */
    final double askedSeconds;
    /** When its task was expected then. */
    final double expectedSeconds;

    FetchRequest request;
    State state = State.WAITING;
    /** While it arrives. */
    int transfer;
    /** Whether its task was launched on its machine: it will be read there. */
    boolean claimed;
    /** What had not arrived when its task began to read. */
    double late;

    Fetch(long id, FetchRequest request, double bytes, double askedSeconds) {
        this.id = id;
        this.request = request;
        this.bytes = bytes;
        this.askedSeconds = askedSeconds;
        expectedSeconds = request.deadlineSeconds();
    }

    int machine() {
        return request.machine();
    }

    InputPart part() {
        return request.part();
    }
}
