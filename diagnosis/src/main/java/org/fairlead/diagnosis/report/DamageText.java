// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.report;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.diagnosis.log.ApplicationLog.Damage;

/** What of a log could not be read, in words. */
final class DamageText {
    private DamageText() {}

    /** {@code 2 lines and 1 part of the log could not be read, first: …}, with a blank before it; empty where all could. */
    static String sentence(Damage damage) {
        List<String> lost = new ArrayList<>();
        add(lost, damage.lines(), "line", "lines");
        add(lost, damage.parts(), "part of the log", "parts of the log");
        add(lost, damage.ends(), "file's end", "files' ends");
        if (lost.isEmpty()) {
            return "";
        }
        boolean one = damage.lines() + damage.parts() + damage.ends() == 1;
        return " " + String.join(" and ", lost) + " could not be read" + (one ? ": " : ", first: ") + damage.first()
                + ".";
    }

    private static void add(List<String> lost, long count, String one, String several) {
        if (count > 0) {
            lost.add(count + " " + (count == 1 ? one : several));
        }
    }
}
