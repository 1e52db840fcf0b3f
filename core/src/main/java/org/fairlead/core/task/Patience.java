package org.fairlead.core.task;

/** What assigners remember of one set between offers; its fields mean what the assigner that uses them says. Not safe for threads. */
public final class Patience {
    /** Offers skipped since the last launch (delay scheduling). */
    public int skips;
    /** When the first refusal since the last launch was; {@link Long#MIN_VALUE} for none. */
    public long refusedSinceNanos = Long.MIN_VALUE;
    /** Until when refusals may go on at most. */
    public long refusableUntilNanos = Long.MIN_VALUE;
    /** When the present level of locality was reached (locality wait). */
    public long levelSinceNanos = Long.MIN_VALUE;
    /** The farthest level of locality that may be used now. */
    public Locality level = Locality.HOST;
}
