package org.fairlead.cli;

import java.nio.file.Files;
import java.nio.file.Path;

/** Finds what comes with Fairlead. */
final class ShippedFiles {
    private ShippedFiles() {}

    /** The file itself if it exists, else {@code DIRECTORY/NAME.yaml} of this installation if that does. */
    static Path find(String directory, Path file) {
        if (Files.exists(file)) {
            return file;
        }
        Path shipped = home().resolve(directory).resolve(file + ".yaml");
        return Files.exists(shipped) ? shipped : file;
    }

    /** The root of this installation. */
    static Path home() {
        return Path.of(System.getProperty("fairlead.home", ".")).toAbsolutePath();
    }
}
