// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.report;

/**
 * What applications may reserve with one token or certificate of the role {@code application}.
 *
 * @param names under which reservations hold at one time
 * @param bytesPerSecond over all its reservations together, each between two hosts; more is scaled down to it. What all
 *     hosts' links carry together is the most in any case
 */
public record ReservationQuota(int names, double bytesPerSecond) {
    public static final ReservationQuota STANDARD = new ReservationQuota(16, Double.POSITIVE_INFINITY);

    public ReservationQuota {
        if (names < 1 || names > ApplicationReports.MOST_APPLICATIONS) {
            throw new IllegalArgumentException(names + " names of applications at once; from 1 to "
                    + ApplicationReports.MOST_APPLICATIONS + " are accepted");
        }
        if (!(bytesPerSecond > 0)) {
            throw new IllegalArgumentException("a rate above 0 is expected for what an application may reserve");
        }
    }
}
