// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.fairlead.testbed.disk.Throttle;
import org.fairlead.testbed.processor.ProcessorLimits;

/**
 * The directory of one testbed: its data, its logs, and the processes that keep it alive.
 *
 * <p>The file {@code keepers} has a line {@code PID START} for the command that makes the testbed and for the outermost
 * process of its sandbox; START is the kernel's start time of that process, so that a PID used again is not taken for it.
 * A testbed is alive while one of its keepers is. Other directories of testbeds' home are somebody else's, and are left alone.
 */
public final class TestbedDirectory {
    private static final String DETACHED = "detached";
    private static final FileAttribute<?> OWNERS_ALONE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private static final String KEEPERS = "keepers";
    private static final String SANDBOX = "sandbox";
    private static final String UNSIGNED = ".unsigned ";
    private static final Pattern UNSIGNED_BY = Pattern.compile(Pattern.quote(UNSIGNED) + "\\d+ \\d+");

    private static final Duration TIME_TO_DIE = Duration.ofSeconds(30);

    private final Path path;

    private TestbedDirectory(Path path) {
        this.path = path;
    }

    public static TestbedDirectory at(Path path) {
        return new TestbedDirectory(path);
    }

    /** Where this user's testbeds are: {@code FAIRLEAD_TESTBEDS}, or a directory of the user's own in /var/tmp. */
    public static Path home() {
        String configured = System.getenv("FAIRLEAD_TESTBEDS");
        return configured == null || configured.isBlank()
                ? Path.of("/var/tmp", "fairlead-" + System.getProperty("user.name"))
                : Path.of(configured).toAbsolutePath();
    }

    /** All testbeds of this user, alive or not. */
    public static List<TestbedDirectory> all() {
        return all(home());
    }

    static List<TestbedDirectory> all(Path home) {
        if (!Files.isDirectory(home)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(home)) {
            return entries.filter(Files::isDirectory)
                    .sorted()
                    .map(TestbedDirectory::at)
                    .filter(TestbedDirectory::isTestbed)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + home, e);
        }
    }

    /** Whether a command made this directory, not somebody who keeps something else beside testbeds. */
    private boolean isTestbed() {
        return Files.exists(path.resolve(KEEPERS))
                || UNSIGNED_BY.matcher(name()).matches();
    }

    /** Clears away what dead testbeds of this user left. */
    public static void clearDead() {
        all().stream().filter(testbed -> !testbed.alive()).forEach(TestbedDirectory::delete);
    }

    /** A new directory, signed by this process; empty when a living testbed has the name. */
    public static Optional<TestbedDirectory> create(String name) {
        return create(home(), name);
    }

    static Optional<TestbedDirectory> create(Path home, String name) {
        try {
            Files.createDirectories(home, OWNERS_ALONE);
            if (!Files.getOwner(home).getName().equals(System.getProperty("user.name"))) {
                throw new IOException(home + " belongs to " + Files.getOwner(home)
                        + "; set FAIRLEAD_TESTBEDS to a directory of your own");
            }
            Path path = home.resolve(name);
            if (!home.equals(path.getParent()) || !path.equals(path.normalize())) {
                throw new IOException("'" + name + "' is no name of a directory in " + home);
            }
            TestbedDirectory testbed = new TestbedDirectory(path);
            testbed.awaitDeath();
            if (Files.exists(testbed.path) && !testbed.isTestbed()) {
                throw new IOException(testbed.path + " is no testbed and is left alone; choose another name, or set"
                        + " FAIRLEAD_TESTBEDS to another directory");
            }
            if (Files.exists(testbed.path) && !testbed.alive()) {
                testbed.delete();
            }
            // Signed first, then renamed: nobody sees a directory with this name and without a keeper.
            long self = ProcessHandle.current().pid();
            TestbedDirectory unsigned = new TestbedDirectory(home.resolve(UNSIGNED + self + " " + startOf(self)));
            Files.createDirectory(unsigned.path);
            unsigned.sign(ProcessHandle.current());
            try {
                Files.move(unsigned.path, testbed.path, StandardCopyOption.ATOMIC_MOVE);
            } catch (FileSystemException e) {
                unsigned.delete();
                return Optional.empty(); // another one was there first
            }
            testbed.removeLimits(); // of an earlier one of this name whose directory went without them
            return Optional.of(testbed);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** A new directory named {@code wanted}, or {@code wanted-2}, {@code wanted-3}, … when living testbeds have those. */
    public static TestbedDirectory createUnique(String wanted) {
        for (int i = 1; i < 1000; i++) {
            Optional<TestbedDirectory> created = create(i == 1 ? wanted : wanted + "-" + i);
            if (created.isPresent()) {
                return created.get();
            }
        }
        throw new IllegalStateException("a thousand testbeds named '" + wanted + "' are running");
    }

    public String name() {
        return path.getFileName().toString();
    }

    public Path path() {
        return path;
    }

    /** Names a process that keeps this testbed alive. */
    void sign(ProcessHandle process) throws IOException {
        Files.writeString(
                path.resolve(KEEPERS),
                process.pid() + " " + startOf(process.pid()) + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    /** Names the outermost process of the sandbox, which is a keeper too. */
    void signSandbox(ProcessHandle process) throws IOException {
        Files.writeString(path.resolve(SANDBOX), process.pid() + " " + startOf(process.pid()));
        sign(process);
    }

    public boolean alive() {
        try {
            return Files.readAllLines(path.resolve(KEEPERS)).stream().anyMatch(TestbedDirectory::lives);
        } catch (NoSuchFileException e) {
            return name().startsWith(UNSIGNED) && lives(name().substring(UNSIGNED.length()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Notes that the testbed may outlive the command that made it. */
    void markDetached() throws IOException {
        Files.createFile(path.resolve(DETACHED));
    }

    /** Whether the testbed is up and needs no command any more. */
    public boolean detached() {
        return Files.exists(path.resolve(DETACHED));
    }

    /** Waits for the end of a testbed whose command is gone before it was up: its sandbox is about to notice. */
    private void awaitDeath() throws IOException {
        long deadline = System.nanoTime() + TIME_TO_DIE.toNanos();
        while (alive() && orphaned() && System.nanoTime() < deadline) {
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private boolean orphaned() throws IOException {
        try {
            return !detached()
                    && !lives(Files.readAllLines(path.resolve(KEEPERS)).get(0));
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** The first process inside the sandbox, as this side sees it; empty when the testbed is not up. */
    public Optional<ProcessHandle> sandboxInit() {
        try {
            String outermost = Files.readString(path.resolve(SANDBOX)).strip();
            if (!lives(outermost)) {
                return Optional.empty(); // another process may have its number by now
            }
            return ProcessHandle.of(Long.parseLong(outermost.split(" ")[0]))
                    .flatMap(process -> process.children().findFirst());
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Ends everything in the sandbox at once, waits for its end and deletes the directory. */
    public void kill() {
        sandboxInit().flatMap(ProcessHandle::parent).ifPresent(outermost -> {
            outermost.descendants().forEach(ProcessHandle::destroyForcibly);
            outermost.destroyForcibly();
            outermost.onExit().join();
        });
        delete();
    }

    /** Deletes the directory; a file that comes or goes meanwhile does not matter. */
    public void delete() {
        for (int attempt = 0; attempt < 20; attempt++) {
            try {
                removeLimits();
                deleteContent();
                deleteTree(path);
                return;
            } catch (DirectoryNotEmptyException | NoSuchFileException e) {
                // somebody still wrote into it, or deletes it, too: once more
            } catch (IOException e) {
                throw new UncheckedIOException("cannot delete " + path + ": " + e.getMessage(), e);
            }
        }
        throw new IllegalStateException("cannot delete " + path + ": something keeps writing into it");
    }

    private void removeLimits() throws IOException {
        Throttle.lift(path);
        ProcessorLimits.removeLeft(path);
    }

    /** All but the keepers: without them what is left would be nobody's. */
    private void deleteContent() throws IOException {
        if (Files.exists(path)) {
            try (Stream<Path> entries = Files.list(path)) {
                for (Path entry :
                        entries.filter(entry -> !entry.endsWith(KEEPERS)).toList()) {
                    deleteTree(entry);
                }
            }
        }
    }

    /** Deletes a directory with all that is in it, if it is there. */
    public static void deleteTree(Path path) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (e instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException e) throws IOException {
                Files.deleteIfExists(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static boolean lives(String keeper) {
        String[] fields = keeper.split(" ");
        return fields.length == 2 && fields[1].equals(startOf(Long.parseLong(fields[0])));
    }

    /** Field 22 of /proc/PID/stat, in ticks since boot; empty text when there is no such process, or only its zombie. */
    private static String startOf(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            String[] afterName = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return afterName[0].equals("Z") ? "" : afterName[19];
        } catch (IOException e) {
            return "";
        }
    }
}
