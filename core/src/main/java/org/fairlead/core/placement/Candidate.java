// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import org.fairlead.core.topology.Host;

/**
 * A host that was considered for a decision.
 *
 * @param bytesPerSecond the rate that was expected with it; what it was ranked by
 * @param limit what bounds that rate, such as a link's name, for people
 */
public record Candidate(Host host, double bytesPerSecond, String limit) {}
