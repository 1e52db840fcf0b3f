// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.transfer;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How large the next block of a directory's files will be: the mean over the files that were closed there (newer ones count more),
 * never more than the block size. A NameNode learns the preferred block size, not the length to come; charging whole blocks
 * for files of a few megabytes makes idle links look busy. What jobs write under {@code _temporary} counts for the job's
 * directory. A directory of which nothing is known gets the block size: that overshoots at most until its first file is closed.
 */
public final class ExpectedSizes {
    private static final int MOST_DIRECTORIES = 10_000;
    private static final double NEWEST_SHARE = 0.2;

    private final Map<String, Double> meanByDirectory = new ConcurrentHashMap<>();

    /** Bytes of the next block, at least 1. */
    public long of(String path, long blockBytes) {
        Double mean = meanByDirectory.get(directory(path));
        return Math.max(1, mean == null ? blockBytes : Math.min(blockBytes, Math.round(mean)));
    }

    /** A file of so many bytes was closed. */
    public void closed(String path, long length, long blockBytes) {
        if (length <= 0 || blockBytes <= 0) {
            return;
        }
        long blocks = (length + blockBytes - 1) / blockBytes;
        double mean = (double) length / blocks;
        String directory = directory(path);
        if (meanByDirectory.size() >= MOST_DIRECTORIES && !meanByDirectory.containsKey(directory)) {
            meanByDirectory.clear();
        }
        meanByDirectory.merge(directory, mean, (old, now) -> old + NEWEST_SHARE * (now - old));
    }

    private static String directory(String path) {
        int temporary = path.indexOf("/_temporary");
        int end = temporary >= 0 ? temporary : path.lastIndexOf('/');
        return end <= 0 ? "/" : path.substring(0, end);
    }
}
