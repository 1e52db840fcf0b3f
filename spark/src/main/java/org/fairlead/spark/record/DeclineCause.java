// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.fairlead.core.task.Choice;

/**
 * Why a slot was left free.
 *
 * @param label in a word
 * @param description in a sentence
 */
public record DeclineCause(String label, String description) {
    /** The stage's first plan was not there yet. */
    public static final DeclineCause AWAITED_PLAN =
            new DeclineCause("awaited_plan", "the stage's first plan was not made yet");

    private static final List<DeclineCause> OF_POLICIES = Arrays.stream(Choice.Cause.values())
            .map(cause -> new DeclineCause(cause.name().toLowerCase(Locale.ROOT), cause.description()))
            .toList();

    /** A policy's. */
    @SuppressWarnings("EnumOrdinal") // the list was made in this order
    public static DeclineCause of(Choice.Cause cause) {
        return OF_POLICIES.get(cause.ordinal());
    }
}
