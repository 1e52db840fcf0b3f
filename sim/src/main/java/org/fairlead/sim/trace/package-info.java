// SPDX-License-Identifier: Apache-2.0
/** Readers of traces and tables that people have: flows, link events, the coflow benchmark. */
package org.fairlead.sim.trace;
