// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.port;

import java.util.List;
import java.util.stream.IntStream;
import org.fairlead.core.chance.Draw;

/**
 * Which of the ports that lead over the wanted path a connection tries, in which order.
 *
 * <p><b>Goals.</b> A connection seldom tries a port that another one has, in this process or in others of the host. One that ended leaves its port for as long as possible: its end may still wait there.
 *
 * <p><b>Constraints.</b> No process asks another one. Few attempts, then the kernel's own choice of a port.
 *
 * <p><b>Algorithm.</b> A process begins at a place of the list that its seed draws. Each connection begins one place further and tries the places that follow.
 *
 * <p><b>Example.</b> Ports 5, 8, 9; the seed draws place 2. Connections try 9, 5; then 5, 8; then 8, 9; then 9, 5 again.
 *
 * <p><b>Source.</b> Ours.
 */
public final class PortTurns {
    private PortTurns() {}

    /**
     * @param ports that lead over the path
     * @param seed of the process
     * @param connection its number in the process, from 0
     * @param most ports to try
     */
    public static List<Integer> of(List<Integer> ports, long seed, long connection, int most) {
        if (ports.isEmpty()) {
            return List.of();
        }
        int begin = Math.floorMod(Draw.mixed(seed), ports.size());
        int start = Math.floorMod(begin + connection, ports.size());
        return IntStream.range(0, Math.min(most, ports.size()))
                .mapToObj(place -> ports.get((start + place) % ports.size()))
                .toList();
    }
}
