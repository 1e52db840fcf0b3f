package org.fairlead.sim.jobs;

/** What timers and activities are about. Timers of one instant fire in this order. */
final class Event {
    static final int NEIGHBOURS = 0;
    static final int MEASURE = 1;
    static final int SHOW = 2;
    static final int SPAN = 3;
    static final int SUBMIT = 4;
    static final int READY = 5;
    static final int START = 6;
    static final int BLOCK = 7;
    static final int FREE = 8;
    static final int POLL = 9;
    static final int OFFERS = 10;
    static final int BEAT = 11;
    static final int ATTEMPT = 12;
    static final int FETCH = 13;

    private Event() {}
}
