// SPDX-License-Identifier: Apache-2.0
/** Copies of shuffle blocks in an executor's memory: Spark's sort shuffle that reads them, who fetches them, what takes the memory back. */
package org.fairlead.spark.shuffle;
