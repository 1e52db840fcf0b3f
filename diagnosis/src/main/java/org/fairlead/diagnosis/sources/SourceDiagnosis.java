// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.sources;

import java.util.List;

/**
 * What an application's reads tell of those who gave.
 *
 * @param slow that gave slower than the others by more than chance, the one that was waited for longest first
 * @param comparedSources that could be compared with others
 * @param comparisons pairs of a source and a stage that were looked at
 */
public record SourceDiagnosis(SeenReads reads, List<SlowSource> slow, int comparedSources, int comparisons) {
    public SourceDiagnosis {
        slow = List.copyOf(slow);
    }

    public static SourceDiagnosis of(SeenReads reads) {
        SlowSources test = new SlowSources(reads);
        List<SlowSource> slow = test.find();
        return new SourceDiagnosis(reads, slow, test.comparedSources(), test.comparisons());
    }
}
