// SPDX-License-Identifier: Apache-2.0
/** FlexFetch's experiments: input that is fetched before its task starts. */
package org.fairlead.sim.experiment.flexfetch;
