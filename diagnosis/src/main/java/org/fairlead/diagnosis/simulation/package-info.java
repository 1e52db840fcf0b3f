// SPDX-License-Identifier: Apache-2.0
/** An application again in the simulator, on the hosts of its log, or on a changed cluster, under other policies and beside other traffic. */
package org.fairlead.diagnosis.simulation;
