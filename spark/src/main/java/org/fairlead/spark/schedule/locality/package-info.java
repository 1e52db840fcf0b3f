// SPDX-License-Identifier: Apache-2.0
/** Spark's levels of locality and its waits for them, as the planner counts them. */
package org.fairlead.spark.schedule.locality;
