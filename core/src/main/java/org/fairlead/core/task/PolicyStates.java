// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** What policies remember of one set: an object of each class of theirs. */
final class PolicyStates {
    private final List<PolicyState> all = new ArrayList<>(3);

    /** @param first makes it when it is asked for first */
    <S extends PolicyState> S of(Class<S> type, Supplier<S> first) {
        for (PolicyState known : all) {
            if (type.isInstance(known)) {
                return type.cast(known);
            }
        }
        S state = first.get();
        all.add(state);
        return state;
    }

    void added(int task) {
        all.forEach(state -> state.added(task));
    }

    void launched(int task) {
        all.forEach(state -> state.launched(task));
    }

    /** What can be copied of them. */
    PolicyStates copy() {
        PolicyStates copy = new PolicyStates();
        all.forEach(state -> state.copy().ifPresent(copy.all::add));
        return copy;
    }
}
