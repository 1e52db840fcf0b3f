// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/** Saves the logs of a run that failed from being deleted with the testbed. */
public final class Logs {
    private Logs() {}

    /** Copies every {@code *.log} below {@code from}, without its directories. */
    public static void keep(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            List<Path> logs =
                    files.filter(file -> file.toString().endsWith(".log")).toList();
            Files.createDirectories(to);
            for (Path log : logs) {
                String flat = from.relativize(log).toString().replace('/', '_');
                Files.copy(log, to.resolve(flat), StandardCopyOption.REPLACE_EXISTING);
            }
            System.err.println("logs: " + to);
        } catch (IOException e) {
            System.err.println("the logs could not be kept: " + e.getMessage());
        }
    }
}
