// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.selftest;

/** Runs the selftest by hand inside a sandbox that stands already: prints the table, exits with 1 when the network failed. */
public final class SelftestMain {
    private SelftestMain() {}

    public static void main(String[] arguments) throws Exception {
        SelftestResult result = Selftest.run(System.err::println);
        System.out.print(result.table());
        System.exit(result.passed() || result.disturbed() ? 0 : 1);
    }
}
