// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.input;

/**
 * What a task reads of a shuffle: partitions from {@code fromReduce} to before {@code toReduce}, of all map tasks or of some.
 */
public record ShuffleRange(int shuffle, int fromReduce, int toReduce) {}
