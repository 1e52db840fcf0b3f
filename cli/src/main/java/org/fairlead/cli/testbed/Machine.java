// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.testbed;

import java.util.List;

/** What a command says when this machine cannot do what it is asked. */
final class Machine {
    private Machine() {}

    /** @throws IllegalStateException with every lack, a line each */
    static void refuseIfMissing(List<String> missing) {
        if (!missing.isEmpty()) {
            throw new IllegalStateException(
                    "this machine cannot run it; nothing was started.\n  - " + String.join("\n  - ", missing));
        }
    }
}
