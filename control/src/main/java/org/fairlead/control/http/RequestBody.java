// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.http;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/** A body as it comes, every byte of it taken from a budget before it is kept. */
final class RequestBody {
    /** Whoever announces much and sends little holds little. */
    private static final int FIRST_BYTES = 4 << 10;

    private final ByteBudget budget;
    private final int largest;
    private byte[] bytes;
    private int count;
    private long taken;

    /**
     * @param largest that its path takes
     * @param length {@link RequestHead#CHUNKED} when it is not known
     */
    RequestBody(ByteBudget budget, int largest, int length) throws RefusedException {
        this.budget = budget;
        this.largest = length == RequestHead.CHUNKED ? largest : length;
        if (length > largest) {
            throw tooLarge(largest);
        }
        int first = Math.min(this.largest, FIRST_BYTES);
        take(first);
        bytes = new byte[first];
    }

    void add(ByteBuf piece) throws RefusedException {
        int added = piece.readableBytes();
        if (added > largest - count) {
            throw tooLarge(largest);
        }
        if (count + added > bytes.length) {
            int larger = Math.min(largest, Math.max(count + added, 2 * bytes.length));
            take(larger - bytes.length);
            bytes = Arrays.copyOf(bytes, larger);
        }
        piece.readBytes(bytes, count, added);
        count += added;
    }

    byte[] whole() {
        return count == bytes.length ? bytes : Arrays.copyOf(bytes, count);
    }

    /** Gives back what was taken; once or more. */
    void release() {
        budget.give(taken);
        taken = 0;
        bytes = new byte[0];
        count = 0;
    }

    private void take(int more) throws RefusedException {
        if (!budget.take(more)) {
            throw new RefusedException(
                    Reason.BUSY,
                    "bodies under way have all of " + (budget.most() >> 20) + " MiB; again in a second, please");
        }
        taken += more;
    }

    private static RefusedException tooLarge(int largest) {
        return new RefusedException(Reason.OVERSIZED, "the body is larger than " + largest + " bytes");
    }
}
