// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.trust;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import org.fairlead.protocol.yaml.InvalidFileException;

/** Reads a file that holds a secret, if it belongs to its owner (and readers of its group) alone. */
final class SecretFile {
    private static final long LARGEST_BYTES = 16L << 20;
    private static final Set<PosixFilePermission> OTHERS = Set.of(
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE,
            PosixFilePermission.OTHERS_EXECUTE);

    private SecretFile() {}

    /** @throws InvalidFileException if it cannot be read, or others may read it */
    static String read(Path file) {
        try {
            if (!Files.isRegularFile(file)) {
                throw new InvalidFileException(file.toString(), 0, "", "no such file");
            }
            if (Files.size(file) > LARGEST_BYTES) {
                throw new InvalidFileException(file.toString(), 0, "", "larger than 16 MiB; no file of secrets is");
            }
            refuseIfOpen(file);
            return Files.readString(file);
        } catch (IOException e) {
            throw new InvalidFileException(file.toString(), 0, "", "cannot be read: " + e.getMessage());
        }
    }

    private static void refuseIfOpen(Path file) throws IOException {
        Set<PosixFilePermission> permissions;
        try {
            permissions = Files.getPosixFilePermissions(file);
        } catch (UnsupportedOperationException e) {
            return; // a file system without them
        }
        if (permissions.stream().anyMatch(OTHERS::contains)) {
            throw new InvalidFileException(
                    file.toString(), 0, "", "others may read or write this secret; accepted after: chmod 600 " + file);
        }
    }
}
