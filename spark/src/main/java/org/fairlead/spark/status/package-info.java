// SPDX-License-Identifier: Apache-2.0
/** What executors tell their driver, through Spark's own RPC: counters of their host, progress of their tasks. */
package org.fairlead.spark.status;
