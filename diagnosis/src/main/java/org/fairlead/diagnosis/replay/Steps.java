// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.replay;

import java.util.concurrent.CancellationException;
import org.fairlead.sim.engine.RunObserver;

/** Tells somebody who waits how many replays are done, and ends the work when that one wants it ended. */
public final class Steps {
    private final RunObserver watcher;
    private long done;
    private long all;

    /** @param all how many there will be, as far as is known */
    public Steps(RunObserver watcher, long all) {
        this.watcher = watcher;
        this.all = all;
    }

    /** There are more than was known. */
    public void expect(long more) {
        all += more;
    }

    /** @throws CancellationException if the work shall end */
    public void done() {
        done++;
        if (!watcher.goOn(done, Math.max(all, done))) {
            throw new CancellationException("interrupted");
        }
    }
}
