// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.report;

/** Jobs by how many tasks they have. */
enum TaskClass {
    FEW("1–10 tasks", 10),
    TENS("11–100 tasks", 100),
    HUNDREDS("101–1000 tasks", 1000),
    MORE("more than 1000 tasks", Integer.MAX_VALUE);

    private final String label;
    private final int most;

    TaskClass(String label, int most) {
        this.label = label;
        this.most = most;
    }

    String label() {
        return label;
    }

    static TaskClass of(int tasks) {
        for (TaskClass each : values()) {
            if (tasks <= each.most) {
                return each;
            }
        }
        return MORE;
    }
}
