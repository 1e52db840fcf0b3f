// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import java.net.URISyntaxException;
import java.nio.file.Path;

/** Where a class was loaded from, so that processes with other class paths can load it too. */
public final class TestbedClasses {
    private TestbedClasses() {}

    /** The directory or jar with the testbed's own classes. */
    public static Path location() {
        return of(TestbedClasses.class);
    }

    /** The directory or jar that holds {@code type}. */
    public static Path of(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(type + " was loaded from a place that is no path", e);
        }
    }
}
