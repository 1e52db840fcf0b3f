// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.shell;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** What is said of a failure that no command has words for. */
public final class FailureWords {
    private FailureWords() {}

    /** What went wrong, in a line. Of a file that is refused or missing, Java's message is its name alone. */
    public static String of(Exception e) {
        if (e.getMessage() == null) {
            return e.toString();
        }
        if (e instanceof AccessDeniedException denied && denied.getReason() == null) {
            return e.getMessage() + ": no permission";
        }
        if (e instanceof NoSuchFileException missing && missing.getReason() == null) {
            return e.getMessage() + ": no such file";
        }
        return e instanceof FileSystemException other && other.getReason() == null ? e.toString() : e.getMessage();
    }
}
