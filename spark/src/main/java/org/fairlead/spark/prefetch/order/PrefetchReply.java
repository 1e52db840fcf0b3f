// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch.order;

import java.util.List;
import org.fairlead.core.prefetch.memory.MemoryAnswer.State;
import org.fairlead.spark.prefetch.ReadBytes;

/**
 * An executor's answer.
 *
 * @param states of all that a message wants, in its order
 * @param done what came, and was read, of requests whose task has ended, in the message's order
 */
record PrefetchReply(List<State> states, List<ReadBytes> done) {
    /** Stands for an answer that is none. */
    static final PrefetchReply NONE = new PrefetchReply(List.of(), List.of());

    PrefetchReply {
        states = List.copyOf(states);
        done = List.copyOf(done);
    }
}
