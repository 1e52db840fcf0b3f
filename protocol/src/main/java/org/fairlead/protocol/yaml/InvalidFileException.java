package org.fairlead.protocol.yaml;

/** A file's content that cannot be used. The message is complete: {@code file:line: key: what is wrong; what is accepted}. */
public final class InvalidFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InvalidFileException(String file, int line, String key, String problem) {
        super(file + (line > 0 ? ":" + line : "") + ": " + (key.isEmpty() ? "" : key + ": ") + problem);
    }
}
