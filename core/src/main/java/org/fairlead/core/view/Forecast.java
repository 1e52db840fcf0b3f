// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

/** What others will send: known where they are given beforehand, as in a testbed or a simulator. */
@FunctionalInterface
public interface Forecast {
    /** Mean rate of all traffic but ours on a link between two moments of the monotonic clock, bytes per second. */
    double bytesPerSecond(int link, long fromNanos, long toNanos);
}
