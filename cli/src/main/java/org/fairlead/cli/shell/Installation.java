// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.shell;

import java.nio.file.Path;
import org.fairlead.protocol.shipped.ShippedFiles;
import org.fairlead.protocol.shipped.ShippedKind;

/** This installation: where it is, and which of its files is meant on the command line. */
public final class Installation {
    /** What a process that runs another command starts with. */
    public static final String MAIN_CLASS = "org.fairlead.cli.Main";

    private Installation() {}

    /**
     * The file that is meant, by its path or by its bare name.
     *
     * @throws IllegalArgumentException that says what is shipped
     */
    public static Path find(ShippedKind kind, Path written) {
        return all().find(kind, written.toString(), Path.of(""));
    }

    /** What comes with this installation. */
    public static ShippedFiles all() {
        return new ShippedFiles(home());
    }

    /** The root of this installation. */
    public static Path home() {
        return Path.of(System.getProperty("fairlead.home", ".")).toAbsolutePath();
    }
}
