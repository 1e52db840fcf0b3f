// SPDX-License-Identifier: Apache-2.0
/** What tasks read from afar and could have been fetched ahead: how long before its launch it was known, what the path could have carried meanwhile. */
package org.fairlead.sim.jobs.lead;
