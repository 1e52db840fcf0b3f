// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.label;

import java.util.List;
import org.fairlead.core.network.PathChoice;

/**
 * By what a unit's packets are told to take a path.
 *
 * @param codepoint that they are to bear
 * @param elements by which they are known; none where they take that path by themselves
 */
record Label(PathChoice path, int codepoint, List<LabelElement> elements) {
    Label {
        elements = List.copyOf(elements);
    }
}
