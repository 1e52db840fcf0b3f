// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * What is held a part of, as it is now. A block of HDFS: what is appended, truncated or written anew has another generation or another id. Or an object of a store, which counts as one block: what is replaced has another etag.
 *
 * @param pool the block pool's id, which no two clusters share; of an object its place and its etag
 * @param id the block's; of an object drawn from the pool
 * @param generation its generation stamp; of an object its length
 */
public record BlockKey(String pool, long id, long generation) {
    /**
     * A whole object.
     *
     * @param etag by which the store tells one content of it from another, in quotes or not
     * @param length bytes
     */
    public static BlockKey ofObject(String bucket, String key, String etag, long length) {
        String pool = place(bucket, key) + etag.replace("\"", "");
        UUID drawn = UUID.nameUUIDFromBytes(pool.getBytes(StandardCharsets.UTF_8));
        return new BlockKey(pool, drawn.getMostSignificantBits(), length);
    }

    /** Whether it is an object at that place, of that length, whatever its content. */
    boolean isObjectAt(String bucket, String key, long length) {
        String place = place(bucket, key);
        return generation == length && pool.startsWith(place) && pool.indexOf('\n', place.length()) < 0;
    }

    /** It ends with what no etag has. */
    private static String place(String bucket, String key) {
        return "object " + bucket + "/" + key + "\n";
    }
}
