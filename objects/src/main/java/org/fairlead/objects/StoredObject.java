// SPDX-License-Identifier: Apache-2.0
package org.fairlead.objects;

import java.io.IOException;
import java.io.OutputStream;

/** An object as it was when it was looked up. */
public interface StoredObject {
    /** In bytes. */
    long length();

    /** What tells its content from another, in quotes. */
    String etag();

    /**
     * Writes a part of it.
     *
     * @param from its first byte, from 0
     * @param to the byte after its last one, at most {@link #length}
     * @throws IOException when it cannot be read any more, or the receiver takes no more
     */
    void send(long from, long to, OutputStream receiver) throws IOException;
}
