// SPDX-License-Identifier: Apache-2.0
/** Coflows over a fabric of ports: the trace as values, and when each coflow ends under each order. */
package org.fairlead.sim.coflow;
