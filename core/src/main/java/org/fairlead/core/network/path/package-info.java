// SPDX-License-Identifier: Apache-2.0
/**
 * Which paths are to be kept for the flows that were requested: plans, made anew from the view, the requests and the last plan. {@link
 * org.fairlead.core.network.path.PathPlanners} has them by name.
 */
package org.fairlead.core.network.path;
