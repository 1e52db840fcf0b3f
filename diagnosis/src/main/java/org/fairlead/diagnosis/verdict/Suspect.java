// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.verdict;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.fairlead.diagnosis.stragglers.Holm;

/**
 * A place that may be slow.
 *
 * @param asked the reads that it makes slow; none where it is not known by reads
 */
record Suspect(NamedCause.Kind kind, String place, Predicate<SeenRead> asked, Contrast contrast) {
    /** The logarithm of how many times as long what a slow place does takes at least, where that is seen. */
    static final double LEAST_SHIFT = Math.log(1.15);

    /**
     * Of those that are slow by more than chance, the one that explains most.
     *
     * @param chance that any of them is taken for slow wrongly
     * @param leastShift the logarithm of how many times as long it takes at least
     */
    static Optional<Suspect> best(List<Suspect> suspects, double chance, double leastShift) {
        List<Suspect> known =
                suspects.stream().filter(each -> each.contrast.isKnown()).toList();
        double[] chances = Holm.adjusted(
                known.stream().mapToDouble(each -> each.contrast.chance()).toArray());
        Suspect best = null;
        for (int i = 0; i < chances.length; i++) {
            Suspect each = known.get(i);
            boolean sure = chances[i] <= chance && each.contrast.shift() >= leastShift;
            if (sure && (best == null || each.contrast.explained() > best.contrast.explained())) {
                best = each;
            }
        }
        return Optional.ofNullable(best);
    }
}
