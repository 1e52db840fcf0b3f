// SPDX-License-Identifier: Apache-2.0
/** TCP flows between emulated hosts, requested of a contender's controller as an application's own. */
package org.fairlead.testbed.workload.flow;
