// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

/**
 * What a policy remembers of one set between calls: a class of the policy's own, of which the set keeps one object ({@link TaskSet#state}) and reports to it
 * what becomes of its tasks. Not safe for threads, as the set is not.
 */
public interface PolicyState {
    /** A task is no longer pending: it was launched, or it is not pending for another reason. */
    void launched(int task);

    /** A task is pending, for the first time or again; not reported of one that is put back ({@link TaskSet#putBack}). */
    default void added(int task) {}
}
