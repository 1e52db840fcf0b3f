// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import java.nio.file.Path;
import org.fairlead.protocol.shipped.ShippedKind;

/** This installation: where it is, and which of its files is meant on the command line. */
final class ShippedFiles {
    private ShippedFiles() {}

    /**
     * The file that is meant, by its path or by its bare name.
     *
     * @throws IllegalArgumentException that says what is shipped
     */
    static Path find(ShippedKind kind, Path written) {
        return all().find(kind, written.toString(), Path.of(""));
    }

    /** What comes with this installation. */
    static org.fairlead.protocol.shipped.ShippedFiles all() {
        return new org.fairlead.protocol.shipped.ShippedFiles(home());
    }

    /** The root of this installation. */
    static Path home() {
        return Path.of(System.getProperty("fairlead.home", ".")).toAbsolutePath();
    }
}
