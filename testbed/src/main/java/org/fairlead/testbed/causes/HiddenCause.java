// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.causes;

import java.util.Locale;

/**
 * Why one application will be slow.
 *
 * @param run from 1
 * @param place the host or rack; empty where the cause is nowhere in particular
 * @param degree what {@link CauseKind} says it is; 0 for none
 * @param processorsPerHost processors that each host has of its own; 0 where all share the machine's
 */
public record HiddenCause(int run, CauseKind kind, String place, double degree, double processorsPerHost) {
    /** On hosts that share the machine's processors. */
    public HiddenCause(int run, CauseKind kind, String place, double degree) {
        this(run, kind, place, degree, 0);
    }

    /** The same on hosts with so many processors of their own; 0 where all share the machine's. */
    HiddenCause withProcessorsPerHost(double count) {
        return new HiddenCause(run, kind, place, degree, count);
    }

    /** {@code slow-disk h3, 0.52 MB/s}. */
    public String words() {
        String amount =
                switch (kind) {
                    case NONE -> "";
                    case SLOW_DISK -> "%.2f MB/s".formatted(degree / 1e6);
                    case SLOW_PROCESSOR -> "%.2f processors".formatted(degree);
                    case BUSY_NIC, FULL_UPLINK -> "%.0f %% left".formatted(100 * degree);
                    case SKEW -> String.format(Locale.ROOT, "exponent %.1f", degree);
                    case GARBAGE_COLLECTION -> "%.0f MiB free".formatted(degree);
                    case TOO_FEW_TASKS -> "%.0f tasks".formatted(degree);
                };
        return kind.key() + (place.isEmpty() ? "" : " " + place) + (amount.isEmpty() ? "" : ", " + amount);
    }
}
