// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.experiment;

import org.fairlead.testbed.traffic.TrafficPlan;

/**
 * One of the traffics under which a scenario is measured.
 *
 * @param name empty when the scenario has only this one
 */
public record TrafficPoint(String name, TrafficPlan traffic) {}
