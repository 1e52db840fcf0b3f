// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

/**
 * What a driver knows of paths, for its metrics.
 *
 * @param held host pairs and classes whose path is held now, whoever's they are
 * @param proposed paths that its tasks were launched for, each time that a host pair had none or another one
 * @param granted those of them that were held afterwards
 */
public record PathFigures(long held, long proposed, long granted) {}
