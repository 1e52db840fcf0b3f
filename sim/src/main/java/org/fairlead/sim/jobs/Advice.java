// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.Map;
import org.fairlead.core.network.PathChoice;

/**
 * What an attempt is launched with.
 *
 * @param source where its first block is read; −1 to leave it to the selector
 * @param path that its scheduler counted on
 * @param slowHosts from which its reads and writes are to keep away, by as much as they are slow
 */
record Advice(int source, PathChoice path, Map<String, Double> slowHosts) {
    static final Advice NONE = new Advice(-1, PathChoice.NETWORK, Map.of());
}
