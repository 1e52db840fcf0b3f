// SPDX-License-Identifier: Apache-2.0
/** What a simulation found: tables, JSON, CSV, one HTML page. */
package org.fairlead.sim.report;
