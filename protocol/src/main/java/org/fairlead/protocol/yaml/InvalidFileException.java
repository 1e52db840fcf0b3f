// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.yaml;

import org.fairlead.report.TextLines;

/**
 * A file's content that cannot be used. The message is complete: {@code file:line: key: what is wrong; what is accepted}. It is one line
 * of text that a terminal can show, whatever stands in the file.
 */
public final class InvalidFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST_KEY = 100;
    private static final int LONGEST_PROBLEM = 600;

    public InvalidFileException(String file, int line, String key, String problem) {
        super(file + (line > 0 ? ":" + line : "") + ": " + (key.isEmpty() ? "" : shown(key, LONGEST_KEY) + ": ")
                + shown(problem, LONGEST_PROBLEM));
    }

    private static String shown(String text, int most) {
        return TextLines.visible(TextLines.shortened(text, most));
    }
}
