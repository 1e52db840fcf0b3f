// SPDX-License-Identifier: Apache-2.0
/** Which kind of file a workload comes from. */
package org.fairlead.sim.workload.source;
