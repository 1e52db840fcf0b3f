// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.testbed;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that another process writes, shown as it grows; it may be deleted meanwhile. */
final class FollowedFile implements AutoCloseable {
    private final InputStream in;

    FollowedFile(Path file) throws IOException {
        in = Files.newInputStream(file);
    }

    /** Copies what has come since the last call. */
    void copyTo(OutputStream out) throws IOException {
        in.transferTo(out);
        out.flush();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
