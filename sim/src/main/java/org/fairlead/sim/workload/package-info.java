// SPDX-License-Identifier: Apache-2.0
/** What clusters are asked to do: jobs as files, readers of traces that people have, generators of published mixes. */
package org.fairlead.sim.workload;
