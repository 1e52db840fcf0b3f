// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.label;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * One command for a POSIX shell on a Linux host or switch, and the one that takes back what it did. Commands only add what is not there: on a device where
 * somebody else has the same name or number they fail and change nothing.
 */
public record LinuxStep(String command, String undo) {
    /** What takes back all of these steps, in the order in which that works. */
    public static List<String> undo(List<LinuxStep> steps) {
        List<LinuxStep> backwards = new ArrayList<>(steps);
        Collections.reverse(backwards);
        LinkedHashSet<String> once = new LinkedHashSet<>();
        backwards.forEach(step -> once.add(step.undo()));
        return List.copyOf(once);
    }

    @Override
    public String toString() {
        return command + "  # undo: " + undo;
    }
}
