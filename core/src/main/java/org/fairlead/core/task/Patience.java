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

    private int proposedTask = -1;
    private Locality proposedLevel = Locality.HOST;
    private long proposedSinceNanos = Long.MIN_VALUE;

    /** Notes what becomes of {@link #level} and {@link #levelSinceNanos} if this task, just chosen, is launched. */
    void propose(int task, Locality nextLevel, long sinceNanos) {
        proposedTask = task;
        proposedLevel = nextLevel;
        proposedSinceNanos = sinceNanos;
    }

    /** A task is no longer pending: if it was the one proposed last, all waiting begins anew. */
    void settle(int task) {
        if (task == proposedTask) {
            skips = 0;
            refusedSinceNanos = Long.MIN_VALUE;
            refusableUntilNanos = Long.MIN_VALUE;
            level = proposedLevel;
            levelSinceNanos = proposedSinceNanos;
            proposedTask = -1;
        }
    }

    /** Notes a refusal; {@link #refusedSinceNanos} stays with the first one since the last launch. */
    void refused(long nowNanos) {
        if (refusedSinceNanos == Long.MIN_VALUE) {
            refusedSinceNanos = nowNanos;
        }
    }

    /** How long refusals have gone on, as of now. */
    long waitedNanos(long nowNanos) {
        return refusedSinceNanos == Long.MIN_VALUE ? 0 : nowNanos - refusedSinceNanos;
    }
}
