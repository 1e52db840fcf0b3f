// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow;

import java.util.Arrays;

/** The variables whose rate may have changed since the solution before the last, each once. */
final class ChangedVariables {
    private int[] variables = new int[16];
    private boolean[] isIn = new boolean[16];
    private int size;
    /** Whether the last pass has ended: what is noted then belongs to the next. */
    private boolean ended;

    void note(int variable) {
        begin();
        if (variable >= isIn.length) {
            isIn = Arrays.copyOf(isIn, Math.max(variable + 1, isIn.length * 2));
        }
        if (!isIn[variable]) {
            isIn[variable] = true;
            if (size == variables.length) {
                variables = Arrays.copyOf(variables, size * 2);
            }
            variables[size++] = variable;
        }
    }

    /** Forgets the last pass, if it has ended. */
    void begin() {
        if (ended) {
            for (int i = 0; i < size; i++) {
                isIn[variables[i]] = false;
            }
            size = 0;
            ended = false;
        }
    }

    void end() {
        ended = true;
    }

    /** Those of the last pass, after it has ended. */
    int size() {
        return ended ? size : 0;
    }

    int get(int index) {
        return variables[index];
    }
}
