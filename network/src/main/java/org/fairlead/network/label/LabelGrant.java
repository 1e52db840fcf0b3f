// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.label;

import java.util.List;
import java.util.OptionalInt;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.label.LabelPlan;

/**
 * What an operator allows a host to label: what it may steer, with codepoints of a plan of labels. Nothing else is ever written.
 *
 * @param host of the plan's topology
 */
record LabelGrant(HostGrant host, LabelPlan plan) {
    /**
     * The label by which a unit takes a path.
     *
     * @throws IllegalArgumentException with what was not granted or cannot be named
     */
    Label label(FlowUnit unit, PathChoice path) {
        int paths = host.requirePath(unit, path);
        if (paths == 1) {
            return new Label(path, 0, List.of());
        }
        OptionalInt codepoint = plan.codepoint(unit.source(), unit.destination(), path);
        if (codepoint.isEmpty()) {
            throw host.refused(unit, "no granted codepoint names path " + path.number() + " of " + paths);
        }
        return new Label(
                path,
                codepoint.getAsInt(),
                host.ports(unit).stream()
                        .map(port -> new LabelElement(port.whose(), host.address(unit), port.port()))
                        .toList());
    }
}
