// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.selftest;

/** Probes paths inside a sandbox that stands already, with several seeds of the switches; prints what each chose. */
final class PathProbesRun {
    private PathProbesRun() {}

    public static void main(String[] arguments) throws Exception {
        for (long seed = 1; seed <= 3; seed++) {
            SelftestResult.PathChoice choice = PathProbes.run(seed);
            System.out.println(choice.verdict() + " paths of one 5-tuple: " + choice.pathsOfOne() + ", shares of "
                    + choice.tuples() + ": " + choice.shares());
        }
    }
}
