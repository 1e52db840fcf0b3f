// SPDX-License-Identifier: Apache-2.0
/** The decision which task runs where, between Spark's scheduler and the policies of core: plans are made beside it and read under its lock. */
package org.fairlead.spark.schedule;
