// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.testbed;

import java.util.List;
import org.fairlead.testbed.sandbox.TestbedDirectory;
import picocli.CommandLine.Option;

/** The option that says which running testbed a command means. */
final class WhichTestbed {
    @Option(
            names = {"-n", "--name"},
            paramLabel = "NAME",
            description = "which testbed; not needed while only one is up")
    private String name;

    /** @throws IllegalArgumentException when none or several could be meant */
    TestbedDirectory find() {
        List<TestbedDirectory> up =
                TestbedDirectory.all().stream().filter(TestbedDirectory::alive).toList();
        List<String> names = up.stream().map(TestbedDirectory::name).toList();
        if (up.isEmpty()) {
            throw new IllegalArgumentException("no testbed is up; start one with: fairlead testbed up");
        }
        if (name == null) {
            if (up.size() > 1) {
                throw new IllegalArgumentException("several testbeds are up; add --name with one of " + names);
            }
            return up.get(0);
        }
        return up.stream()
                .filter(testbed -> testbed.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no testbed '" + name + "' is up; there are " + names));
    }
}
