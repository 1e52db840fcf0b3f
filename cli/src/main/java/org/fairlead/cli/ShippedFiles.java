package org.fairlead.cli;

import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the scenarios, topologies and traffic that come with Fairlead by their bare names. */
final class ShippedFiles {
    private ShippedFiles() {}

    /** The file itself if it exists, else {@code scenarios/KIND/NAME.yaml} of this installation if that does. */
    static Path find(String kind, Path file) {
        if (Files.exists(file)) {
            return file;
        }
        Path shipped = home().resolve(kind).resolve(file + ".yaml");
        return Files.exists(shipped) ? shipped : file;
    }

    /** The root of this installation. */
    static Path home() {
        return Path.of(System.getProperty("fairlead.home", "."));
    }
}
