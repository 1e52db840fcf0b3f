// SPDX-License-Identifier: Apache-2.0
/** What the simulated file system stores. */
package org.fairlead.sim.jobs.storage;
