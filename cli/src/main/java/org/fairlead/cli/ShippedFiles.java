package org.fairlead.cli;

import java.nio.file.Files;
import java.nio.file.Path;

/** Finds what comes with Fairlead, and where it keeps what it downloads. */
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

    /** Where class paths and archives are kept between runs. */
    static Path cache() {
        String configured = System.getenv("XDG_CACHE_HOME");
        Path base = configured == null || configured.isBlank()
                ? Path.of(System.getProperty("user.home"), ".cache")
                : Path.of(configured);
        return base.resolve("fairlead");
    }
}
