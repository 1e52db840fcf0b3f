// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.memory;

/** An extent in a {@link PrefetchMemory}. */
final class KeptExtent<K> {
    /** A task that has begun may read its input for so many lapses. */
    private static final int LAPSES_OF_BEGUN = 10;

    final K name;
    final long bytes;
    /** What it takes of the cap. */
    final long room;

    private final long sequence;
    long deadlineNanos;
    long arrived;
    /** Bytes that are to be read: with these it is read to its end. */
    long expected;

    long read;
    int readers;
    /** Whether its task has. */
    boolean begun;

    /** It was asked for when some of it had been read, or nobody wanted it any more: another task wants all of it, whatever others have read. */
    boolean askedAgain;

    boolean cancelled;
    /** Left to its readers: nobody else gets it, and it goes with the last of them. */
    boolean invalidated;

    KeptExtent(K name, long bytes, long room, long sequence, long deadlineNanos) {
        this.name = name;
        this.bytes = bytes;
        expected = bytes;
        this.room = room;
        this.sequence = sequence;
        this.deadlineNanos = deadlineNanos;
    }

    boolean isSpent() {
        return cancelled || (read >= expected && !askedAgain);
    }

    /** Whether nobody comes for it any more. */
    boolean isLapsed(long lapseNanos, long nowNanos) {
        return nowNanos - deadlineNanos > (begun ? LAPSES_OF_BEGUN * lapseNanos : lapseNanos);
    }

    Turn turn() {
        return new Turn(deadlineNanos, sequence);
    }

    /** The order in which extents give way. */
    record Turn(long deadlineNanos, long sequence) implements Comparable<Turn> {
        @Override
        public int compareTo(Turn other) {
            int byDeadline = Long.signum(deadlineNanos - other.deadlineNanos); // of a clock that may wrap
            return byDeadline != 0 ? byDeadline : Long.compare(sequence, other.sequence);
        }
    }
}
