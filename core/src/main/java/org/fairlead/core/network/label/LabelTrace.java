// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.label;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.fairlead.core.topology.Host;

/**
 * What answered the probes of one flow: packets with one 5-tuple and one codepoint that end after 1, 2, … hops.
 *
 * @param answers by number of hops, from 1; hops that nothing was asked of are absent
 */
public record LabelTrace(Host source, Host destination, int codepoint, SortedMap<Integer, ProbeAnswer> answers) {
    public LabelTrace {
        answers = Collections.unmodifiableSortedMap(new TreeMap<>(answers));
    }
}
