// SPDX-License-Identifier: Apache-2.0
/**
 * Targets of the fuzzer: each takes any bytes, and throws whatever a reader must never throw. {@code ./fairlead fuzz} runs them under
 * Jazzer; {@link org.fairlead.sim.fuzz.SeedsTest} runs them on their seeds and on random changes of these.
 */
package org.fairlead.sim.fuzz;
