// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import java.net.URI;

/**
 * Where an object is.
 *
 * @param key its name in the bucket
 */
public record ObjectPlace(String bucket, String key) {
    private static final String SCHEME = "s3a";

    /** Whether a file system is one of objects that can be fetched ahead. */
    public static boolean isServed(URI fileSystem) {
        return SCHEME.equals(fileSystem.getScheme()) && fileSystem.getHost() != null;
    }

    /** @param path of the object in its file system, from the root */
    public static ObjectPlace of(URI fileSystem, String path) {
        return new ObjectPlace(fileSystem.getHost(), path.startsWith("/") ? path.substring(1) : path);
    }

    /** The object with one content. */
    public BlockKey version(String etag, long length) {
        return BlockKey.ofObject(bucket, key, etag, length);
    }
}
