// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import java.util.Optional;

/**
 * What a policy remembers of one set between calls: a class of the policy's own, of which the set keeps one object ({@link TaskSet#state}) and reports to it
 * what becomes of its tasks. Not safe for threads, as the set is not.
 */
public interface PolicyState {
    /** A task is no longer pending: it was launched, or it is not pending for another reason. */
    void launched(int task);

    /** A task is pending, for the first time or again; not reported of one that is put back ({@link TaskSet#putBack}). */
    default void added(int task) {}

    /**
     * The same for a copy of the set, with which a look-ahead goes on: from then on neither knows of the other. Empty where it cannot be copied: the copy's policy then remembers
     * nothing at first.
     */
    default Optional<PolicyState> copy() {
        return Optional.empty();
    }
}
