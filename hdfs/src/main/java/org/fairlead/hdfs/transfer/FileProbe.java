// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.transfer;

import java.io.IOException;
import java.util.OptionalLong;

/** Asks the NameNode about a file. */
@FunctionalInterface
public interface FileProbe {
    /**
     * @return the file's length once it is closed; empty while it is open
     * @throws IOException if it is gone, or this NameNode may not say
     */
    OptionalLong closedLength(String path) throws IOException;
}
