// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.processor;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A testbed's own control group, of version 2, whose limits hold for all that is in its leaves. It has no processes of its own: the kernel then lets its
 * leaves have limits, too.
 */
public final class TestbedGroup {
    private static final Path ROOT = Path.of("/sys/fs/cgroup");
    private static final String HANDED_OUT = "cgroup.subtree_control";

    private final Path path;

    private TestbedGroup(Path path) {
        this.path = path;
    }

    /** @param testbed the testbed's directory */
    public static TestbedGroup of(Path testbed) {
        return new TestbedGroup(ROOT.resolve("fairlead-" + testbed.getFileName()));
    }

    /** Whether the kernel has such groups where they are expected. */
    public static boolean isKnown() {
        return Files.exists(ROOT.resolve(HANDED_OUT));
    }

    /**
     * The group, made unless it is there.
     *
     * @param controllers whose limits it can have, such as {@code +io +memory}
     */
    public Path with(String controllers) throws IOException {
        Files.writeString(ROOT.resolve(HANDED_OUT), controllers);
        return Files.createDirectories(path);
    }

    /**
     * A leaf of the group, not yet made.
     *
     * @param controllers whose limits all leaves can have from now on
     */
    Path leafWith(String controllers, String name) throws IOException {
        Files.writeString(with(controllers).resolve(HANDED_OUT), controllers);
        return path.resolve(name);
    }

    /** Removes what no process is in: leaves, and the group when no leaf stays. */
    public void removeEmpty() throws IOException {
        if (!Files.isWritable(path)) {
            return; // there is none, or it is somebody else's
        }
        boolean empty = true;
        try (DirectoryStream<Path> leaves = Files.newDirectoryStream(path, Files::isDirectory)) {
            for (Path leaf : leaves) {
                empty &= removeIfEmpty(leaf);
            }
        }
        if (empty) {
            Files.deleteIfExists(path);
        }
    }

    /** Whether no process is in it; then it is gone. */
    static boolean removeIfEmpty(Path group) throws IOException {
        boolean empty = Files.readAllLines(group.resolve("cgroup.procs")).isEmpty();
        if (empty) {
            Files.deleteIfExists(group);
        }
        return empty;
    }
}
