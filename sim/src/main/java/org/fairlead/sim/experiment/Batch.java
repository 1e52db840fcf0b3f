// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment;

import java.util.List;
import java.util.function.Supplier;

/** Where an experiment's runs are carried out: one after the other, or several at the same time. They do not depend on each other. */
public interface Batch {
    /** One after the other. */
    Batch IN_TURN = new Batch() {
        @Override
        public <T> List<T> all(String what, List<Supplier<T>> runs) {
            return runs.stream().map(Supplier::get).toList();
        }
    };

    /**
     * @param what for people who wait
     * @return what each gave, in the same order
     */
    <T> List<T> all(String what, List<Supplier<T>> runs);
}
