// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

/**
 * A block of HDFS as it is now: what is appended, truncated or written anew has another generation or another id.
 *
 * @param pool the block pool's id, which no two clusters share
 * @param id the block's
 * @param generation its generation stamp
 */
public record BlockKey(String pool, long id, long generation) {}
