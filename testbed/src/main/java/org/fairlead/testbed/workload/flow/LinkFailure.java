// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.flow;

import org.fairlead.core.topology.Link;

/**
 * A cable between two switches that carries nothing for a while.
 *
 * @param link either direction of it
 * @param startSeconds after the start of the flows
 * @param seconds until it is back
 */
public record LinkFailure(Link link, double startSeconds, double seconds) {}
