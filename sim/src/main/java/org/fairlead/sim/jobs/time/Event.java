// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.time;

/** What timers and activities are about. Timers of one instant fire in this order. */
public final class Event {
    public static final int BACKGROUND = 0;
    public static final int MEASURE = 1;
    public static final int REPORT = 2;
    public static final int SHOW = 3;
    public static final int SPAN = 4;
    public static final int SUBMIT = 5;
    public static final int READY = 6;
    public static final int START = 7;
    public static final int BLOCK = 8;
    public static final int FREE = 9;
    public static final int POLL = 10;
    public static final int PLANNED = 11;
    public static final int PLAN = 12;
    public static final int OFFER_AGAIN = 13;
    public static final int OFFERS = 14;
    public static final int BEAT = 15;
    public static final int ATTEMPT = 16;
    public static final int FETCH = 17;
    public static final int PATHS = 18;
    public static final int PREFETCH = 19;
    public static final int AHEAD = 20;
    public static final int EXCHANGE = 21;
    public static final int LOOK = 22;

    private Event() {}
}
