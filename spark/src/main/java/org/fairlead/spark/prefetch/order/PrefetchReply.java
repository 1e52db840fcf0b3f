// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch.order;

import java.util.List;
import org.fairlead.core.prefetch.memory.MemoryAnswer.State;

/**
 * An executor's answer.
 *
 * @param states of all that a message wants, in its order
 */
record PrefetchReply(List<State> states) {
    PrefetchReply {
        states = List.copyOf(states);
    }
}
