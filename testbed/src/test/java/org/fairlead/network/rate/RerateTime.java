// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How long the kernel takes to give classes other rates, all in one datagram. */
public final class RerateTime {
    private static final int ROUNDS = 101;

    private RerateTime() {}

    /**
     * Of classes of ours on devices of the calling thread's namespace; they are as before in the end.
     *
     * @return in ms the median, and the longest but of the first tenth of all rounds
     */
    public static double[] millis(List<String> devices, int classes) throws Exception {
        try (TrafficControl kernel = NetlinkTrafficControl.open()) {
            List<HtbClass> rest = new ArrayList<>();
            for (String device : devices) {
                kernel.classes(device).stream()
                        .filter(each -> (each.handle() & 0xffff) > LinuxRates.BASE)
                        .forEach(rest::add);
            }
            if (rest.size() < classes) {
                throw new IllegalStateException("there are only " + rest.size() + " classes");
            }
            List<HtbClass> all = rest.subList(0, classes);
            double[] millis = new double[ROUNDS];
            for (int round = 0; round < ROUNDS; round++) {
                long rate = 500_000 + 1_000L * round;
                List<HtbClass> wanted =
                        all.stream().map(each -> each.at(rate, 12_800)).toList();
                long begun = System.nanoTime();
                kernel.change(wanted);
                millis[round] = (System.nanoTime() - begun) / 1e6;
            }
            long changed = 0;
            for (String device : devices) {
                changed += kernel.classes(device).stream()
                        .filter(each -> each.bytesPerSecond() == 500_000 + 1_000L * (ROUNDS - 1))
                        .count();
            }
            kernel.change(all);
            if (changed != classes) {
                throw new IllegalStateException(changed + " of " + classes + " classes have their new rate");
            }
            double[] warm = Arrays.copyOfRange(millis, ROUNDS / 10, ROUNDS);
            Arrays.sort(warm);
            return new double[] {warm[warm.length / 2], warm[warm.length - 1]};
        }
    }
}
