// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.exchange;

/** What exchanges that run at the same time may bring to each machine: the sum of their paces; as much as there comes where one of them is not paced. */
final class Paces {
    private final Carrier carrier;
    private final double[] sums;
    private final int[] unpaced;
    private final int[] paced;

    Paces(Carrier carrier, int machines) {
        this.carrier = carrier;
        sums = new double[machines];
        unpaced = new int[machines];
        paced = new int[machines];
    }

    /** @param more 1 when an exchange begins, −1 when it has brought all */
    void change(int machine, double bytesPerSecond, int more) {
        if (Double.isInfinite(bytesPerSecond)) {
            unpaced[machine] += more;
        } else {
            paced[machine] += more;
            sums[machine] = paced[machine] == 0 ? 0 : sums[machine] + more * bytesPerSecond;
        }
        boolean limits = unpaced[machine] == 0 && paced[machine] > 0;
        carrier.pace(machine, limits ? sums[machine] : Double.POSITIVE_INFINITY);
    }
}
