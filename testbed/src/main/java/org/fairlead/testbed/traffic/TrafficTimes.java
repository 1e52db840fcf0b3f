// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.traffic;

import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.yaml.YamlNode;

/** When an entry of a traffic file sends, in seconds since the traffic's start; an infinite stop means to the end. */
record TrafficTimes(double start, double stop) {
    static TrafficTimes of(YamlNode node) {
        double start = node.optional("start").map(TrafficTimes::seconds).orElse(0.0);
        double stop = node.optional("stop").map(TrafficTimes::seconds).orElse(Double.POSITIVE_INFINITY);
        if (stop <= start) {
            throw node.required("stop").invalid("must be after start (" + start + " s)");
        }
        return new TrafficTimes(start, stop);
    }

    /** Until when something random is drawn. */
    double planned() {
        return Math.min(stop, TrafficPlan.HORIZON_SECONDS);
    }

    /** A length of time above 0. */
    static double length(YamlNode node) {
        double seconds = seconds(node);
        if (seconds <= 0) {
            throw node.invalid("must be above 0");
        }
        return seconds;
    }

    private static double seconds(YamlNode node) {
        return node.as(Quantities::duration).toNanos() / 1e9;
    }
}
