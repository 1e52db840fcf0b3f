// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.input;

/**
 * What a task reads of a shuffle: partitions from {@code fromReduce} to before {@code toReduce}, of all map tasks or, where a partition is split, of some; none where it runs beside the map tasks whose output it reads.
 */
public record ShuffleRange(int shuffle, int fromReduce, int toReduce) {}
