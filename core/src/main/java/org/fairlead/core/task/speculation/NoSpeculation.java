// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.speculation;

import java.util.List;
import org.fairlead.core.task.Offer;

/** Never starts a second attempt. */
final class NoSpeculation implements Speculation {
    @Override
    public String name() {
        return "none";
    }

    @Override
    public Verdict choose(Offer offer, List<Attempt> running, Ended ended, long nowNanos) {
        return new Verdict.None();
    }
}
