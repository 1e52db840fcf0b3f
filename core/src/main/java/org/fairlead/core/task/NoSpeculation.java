// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import java.util.List;

/** Never starts a second attempt. */
final class NoSpeculation implements Speculation {
    @Override
    public String name() {
        return "none";
    }

    @Override
    public Verdict choose(Offer offer, List<Attempt> running, Ended ended, TaskOutlook outlook, long nowNanos) {
        return new Verdict.None();
    }
}
