// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.chaos.check;

import java.util.List;

/**
 * What one rule says of a history.
 *
 * @param rule what has to hold
 * @param judged how much it was applied to, in words
 * @param violations empty when it holds
 */
public record RuleVerdict(String rule, String judged, List<String> violations) {
    public RuleVerdict {
        violations = List.copyOf(violations);
    }

    public boolean holds() {
        return violations.isEmpty();
    }
}
