// SPDX-License-Identifier: Apache-2.0
/** The work that rounds measure: steps as scenarios write them, who runs them, and what is measured and verified. */
package org.fairlead.testbed.workload;
