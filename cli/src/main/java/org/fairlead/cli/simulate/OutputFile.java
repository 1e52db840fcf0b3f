// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.simulate;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.fairlead.report.WholeFile;

/** A file that an option names for output, seen whole or not at all; {@code -} is standard output. */
public final class OutputFile {
    private final String option;
    private final String name;

    private OutputFile(String option, String name) {
        this.option = option;
        this.name = name;
    }

    /** @param name null when the option was not given */
    public static Optional<OutputFile> of(String option, String name) {
        return Optional.ofNullable(name).map(each -> new OutputFile(option, each));
    }

    /**
     * Refuses what could not be written after the run, or would overwrite what it reads.
     *
     * @throws IllegalArgumentException that names the option
     */
    public static void check(List<OutputFile> outputs, Path... inputs) {
        List<String> taken = new ArrayList<>();
        for (OutputFile output : outputs) {
            output.check(Stream.of(inputs).filter(Objects::nonNull).toList());
            String place = output.isStandard()
                    ? output.name
                    : output.path().toAbsolutePath().normalize().toString();
            if (taken.contains(place)) {
                throw output.refused("another option writes there, too");
            }
            taken.add(place);
        }
    }

    /**
     * Refuses a directory that could not be made or written after the run.
     *
     * @throws IllegalArgumentException that names the option
     */
    public static void checkDirectory(String option, Path directory) {
        OutputFile output = new OutputFile(option, directory.toString());
        Path existing = directory.toAbsolutePath().normalize();
        while (existing != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        if (existing == null || !Files.isDirectory(existing)) {
            throw output.refused(existing + " is a file; a directory is expected");
        }
        if (!Files.isWritable(existing)) {
            throw output.refused("no permission to write there");
        }
    }

    private void check(List<Path> inputs) {
        if (isStandard()) {
            return;
        }
        if (name.isBlank()) {
            throw new IllegalArgumentException(option + " needs the name of a file, or - for standard output");
        }
        Path directory = path().toAbsolutePath().normalize().getParent();
        if (Files.isDirectory(path()) || directory == null) {
            throw refused("a directory; a file is expected");
        }
        if (!Files.isDirectory(directory)) {
            throw refused("there is no directory " + directory);
        }
        try {
            if (!isWritable()) {
                throw refused("no permission to write there");
            }
            for (Path input : inputs) {
                if (isRead(path(), input)) {
                    throw refused(
                            Files.isDirectory(input)
                                    ? "this is a file below " + input + ", which the command reads"
                                    : "this is a file that the command reads");
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Refuses to be one of the reports that a directory is given as well. Its own directory exists.
     *
     * @param reports their names, all but that of a report with the same content
     * @throws IllegalArgumentException that names the option
     */
    void refuseAmong(Path directory, List<String> reports) throws IOException {
        if (isStandard() || !Files.isDirectory(directory)) {
            return;
        }
        Path place = place(path());
        for (String report : reports) {
            if (place.equals(place(directory.resolve(report)))) {
                throw refused("--out writes " + report + " there, too");
            }
        }
    }

    /** A file is replaced: its directory has to allow that, too. */
    private boolean isWritable() throws IOException {
        if (Files.exists(path()) && !Files.isWritable(path())) {
            return false;
        }
        boolean replaced = !Files.exists(path()) || Files.isRegularFile(path());
        return !replaced || Files.isWritable(place(path()).getParent());
    }

    /** The file that is written, whichever links lead there; its directory exists. */
    private static Path place(Path file) throws IOException {
        if (Files.isRegularFile(file)) {
            return file.toRealPath();
        }
        Path absolute = file.toAbsolutePath().normalize();
        return absolute.getParent().toRealPath().resolve(absolute.getFileName());
    }

    /** Whether a file is one that is read: the input itself or, where that is a directory, a file below it. */
    static boolean isRead(Path file, Path input) throws IOException {
        if (!Files.exists(file) || !Files.exists(input)) {
            return false;
        }
        return Files.isDirectory(input)
                ? Files.isRegularFile(file) && file.toRealPath().startsWith(input.toRealPath())
                : Files.isSameFile(file, input);
    }

    private IllegalArgumentException refused(String problem) {
        return new IllegalArgumentException(option + " " + name + ": " + problem);
    }

    public boolean isStandard() {
        return name.equals("-");
    }

    private Path path() {
        return Path.of(name);
    }

    public void write(WholeFile.Content content) throws IOException {
        try {
            put(content);
        } catch (FileSystemException e) {
            throw e; // it names the file
        } catch (IOException e) {
            throw new IOException(option + " " + name + ": " + e.getMessage(), e);
        }
    }

    private void put(WholeFile.Content content) throws IOException {
        if (isStandard()) {
            OutputStream out = new FileOutputStream(FileDescriptor.out);
            content.writeTo(out);
            out.flush();
        } else if (Files.exists(path()) && !Files.isRegularFile(path())) {
            // A device or a pipe: nothing to be replaced.
            try (OutputStream out = Files.newOutputStream(path())) {
                content.writeTo(out);
            }
        } else {
            WholeFile.write(Files.exists(path()) ? path().toRealPath() : path(), content);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
