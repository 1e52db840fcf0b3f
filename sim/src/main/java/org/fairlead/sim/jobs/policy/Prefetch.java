// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.policy;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What is fetched before its task starts. */
public enum Prefetch {
    /** Nothing. */
    OFF,
    /** What the scheduler, run ahead of itself, would have read from afar: {@link org.fairlead.sim.jobs.prefetch.ShadowPrefetcher}. */
    SHADOW,
    /** What tasks read from afar in a rehearsal of the same run: {@link org.fairlead.sim.jobs.prefetch.ClairvoyantPrefetcher}. */
    CLAIRVOYANT,
    /** Nothing, but memory keeps what its host has read before: {@link org.fairlead.sim.jobs.prefetch.HotBlocks}. */
    HOT_BLOCK_CACHE,
    /**
     * All input from another host that could have been there in time, as a whole ({@link org.fairlead.sim.jobs.lead.Foresight}): a task reads it from its own host's memory, and fetching it
     * cost nobody anything. With the same choices nobody gains more who fetches whole blocks in time; who lets tasks join what still arrives may, for that is left out here.
     */
    BOUND,
    /** The same, and of what could not have been there as a whole the part that could: its task reads the rest as ever, at once. With the same choices nobody gains more, whole or in parts. */
    BOUND_IN_PARTS;

    static List<String> names() {
        return Arrays.stream(values()).map(Prefetch::label).toList();
    }

    /** Its name where people and files name it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Prefetch named(String label, String where) {
        return valueOf(PolicyNames.oneOf(names(), label, where)
                .toUpperCase(Locale.ROOT)
                .replace('-', '_'));
    }
}
