// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch.order;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.fairlead.protocol.time.TimeSource;

/** What stores said of objects in the last seconds, so that they are not asked for each part of one. Whoever fetches an object that was replaced meanwhile is told so by its store. Of one thread. */
final class ObjectStatuses {
    static final int MOST = 1024;
    static final long FRESH_NANOS = 5_000_000_000L;

    private final TimeSource time;
    /** The one that was asked for longest ago comes first. */
    private final Map<Path, Said> said = new LinkedHashMap<>();

    private record Said(FileStatus status, long atNanos) {}

    /** Asks a store. */
    interface Store {
        FileStatus status(Path object) throws IOException;
    }

    ObjectStatuses(TimeSource time) {
        this.time = time;
    }

    /**
     * @param store is asked if it was not lately
     * @throws IOException if the object is not there, or may not be read
     */
    FileStatus of(Path object, Store store) throws IOException {
        long now = time.nanoTime();
        Said known = said.get(object);
        if (known != null && now - known.atNanos() < FRESH_NANOS) {
            return known.status();
        }
        said.remove(object);
        FileStatus status = store.status(object);
        said.put(object, new Said(status, now));
        if (said.size() > MOST) {
            said.remove(said.keySet().iterator().next());
        }
        return status;
    }
}
