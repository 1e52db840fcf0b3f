// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

/**
 * What planning a stage came to.
 *
 * @param launchesNow whether it has tasks for slots that are free
 * @param choices that were asked of the policy
 */
public record StagePlan(Plan plan, boolean launchesNow, int choices) {}
