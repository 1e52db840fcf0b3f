// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload.generated;

/**
 * Picks classes so that the tasks in each come to its share: by chance, but never again one that has more than its due. Drawing each by
 * itself would miss the shares by far when a few jobs hold most of the tasks.
 */
final class ClassQuota {
    private final double[] shares;
    private final double[] taken;
    private double all;

    ClassQuota(double... weights) {
        double sum = 0;
        for (double weight : weights) {
            sum += weight;
        }
        shares = new double[weights.length];
        taken = new double[weights.length];
        for (int i = 0; i < weights.length; i++) {
            shares[i] = weights[i] / sum;
        }
    }

    /** @param tasks that will be of the class that is picked */
    int next(int tasks, Chance chance) {
        all += tasks;
        double[] due = new double[shares.length];
        for (int i = 0; i < due.length; i++) {
            due[i] = Math.max(0, shares[i] * all - taken[i]);
        }
        int picked = chance.weighted(due);
        taken[picked] += tasks;
        return picked;
    }
}
