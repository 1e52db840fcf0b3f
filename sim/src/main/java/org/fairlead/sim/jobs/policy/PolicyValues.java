// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.policy;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.shuffle.SharedStore;
import org.fairlead.core.task.order.JobOrder;
import org.fairlead.protocol.Quantities;

/** Reads the values of a contender's components; what is wrong is an IllegalArgumentException that says where, and what is accepted. */
final class PolicyValues {
    private static final int MOST_REDUCE_SLOTS_FACTOR = 100;
    private static final double MOST_WEIGHT = 1e6;

    private PolicyValues() {}

    static Set<TrafficClass> classes(String value, String where) {
        Set<TrafficClass> classes = EnumSet.noneOf(TrafficClass.class);
        for (String label : value.split("\\+", -1)) {
            try {
                classes.add(TrafficClass.named(label.strip()));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(where + ": " + e.getMessage(), e);
            }
        }
        return classes;
    }

    static boolean isOn(String value, String where) {
        return PolicyNames.oneOf(List.of("on", "off"), value, where).equals("on");
    }

    static double factor(String value, String where) {
        double factor = number(value, where);
        if (!(factor > 0 && factor <= MOST_REDUCE_SLOTS_FACTOR)) {
            throw new IllegalArgumentException(
                    where + ": '" + value + "' is not a multiple above 0 and at most " + MOST_REDUCE_SLOTS_FACTOR);
        }
        return factor;
    }

    static long memory(String value, String where) {
        try {
            long bytes = Quantities.bytes(value);
            if (bytes >= 1) {
                return bytes;
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(where + ": " + e.getMessage(), e);
        }
        throw new IllegalArgumentException(where + ": '" + value + "' is not a size above 0, such as 256MiB");
    }

    /** A store that moves so many bytes a second in each direction, over the machines' links. */
    static SharedStore store(String value, String where) {
        try {
            double rate = Quantities.bytesPerSecond(value);
            return new SharedStore(rate, rate, rate, true);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(where + ": " + e.getMessage(), e);
        }
    }

    private static double number(String value, String where) {
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(where + ": '" + value + "' is not a number", e);
        }
    }

    static List<JobOrder.Pool> pools(String value, String where) {
        List<JobOrder.Pool> pools = new ArrayList<>();
        for (String text : value.split("\\+", -1)) {
            String[] parts = text.split(":", -1);
            if (parts.length != 4 || parts[0].isBlank()) {
                throw new IllegalArgumentException(where + ": '" + text
                        + "' is no pool; one looks like production:2:10:fair (name, weight, least slots,"
                        + " fair or fifo), several are joined by +");
            }
            String pool = where + ": " + parts[0].strip();
            double weight = number(parts[1], pool);
            double least = number(parts[2], pool);
            if (!(weight > 0 && weight <= MOST_WEIGHT)) {
                throw new IllegalArgumentException(
                        pool + ": the weight '" + parts[1] + "' is not above 0 and at most 1e6");
            }
            if (!(least >= 0 && least <= MOST_WEIGHT && least == Math.rint(least))) {
                throw new IllegalArgumentException(
                        pool + ": the least slots '" + parts[2] + "' are not a whole number from 0 to 1e6");
            }
            boolean fair = PolicyNames.oneOf(List.of("fair", "fifo"), parts[3].strip(), pool)
                    .equals("fair");
            pools.add(new JobOrder.Pool(parts[0].strip(), weight, (int) least, fair));
        }
        if (pools.stream().map(JobOrder.Pool::name).distinct().count() < pools.size()) {
            throw new IllegalArgumentException(where + ": a pool is there twice");
        }
        return List.copyOf(pools);
    }
}
