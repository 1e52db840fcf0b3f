// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

/** What timers and activities are about. Timers of one instant fire in this order. */
final class Event {
    static final int BACKGROUND = 0;
    static final int MEASURE = 1;
    static final int REPORT = 2;
    static final int SHOW = 3;
    static final int SPAN = 4;
    static final int SUBMIT = 5;
    static final int READY = 6;
    static final int START = 7;
    static final int BLOCK = 8;
    static final int FREE = 9;
    static final int POLL = 10;
    static final int PLANNED = 11;
    static final int PLAN = 12;
    static final int OFFER_AGAIN = 13;
    static final int OFFERS = 14;
    static final int BEAT = 15;
    static final int ATTEMPT = 16;
    static final int FETCH = 17;

    private Event() {}
}
