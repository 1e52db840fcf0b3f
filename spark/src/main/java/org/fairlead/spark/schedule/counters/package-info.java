// SPDX-License-Identifier: Apache-2.0
/** What became of offers, and how long answers took, counted without a lock; what became of requests for tasks' input. */
package org.fairlead.spark.schedule.counters;
