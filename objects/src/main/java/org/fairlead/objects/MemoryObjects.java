// SPDX-License-Identifier: Apache-2.0
package org.fairlead.objects;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** Objects in memory, which may be replaced while they are served. */
public final class MemoryObjects implements ObjectContents {
    private final ConcurrentMap<String, ConcurrentSkipListMap<String, StoredObject>> buckets =
            new ConcurrentHashMap<>();

    private static final class InMemory implements StoredObject {
        private final byte[] content;
        private final String etag;

        private InMemory(byte[] content) {
            this.content = content;
            etag = Etag.of(content);
        }

        @Override
        public long length() {
            return content.length;
        }

        @Override
        public String etag() {
            return etag;
        }

        @Override
        public void send(long from, long to, OutputStream receiver) throws IOException {
            receiver.write(content, (int) from, (int) (to - from));
        }
    }

    /** Puts an object, in the place of one of before. */
    public void put(String bucket, String key, byte[] content) {
        buckets.computeIfAbsent(bucket, unused -> new ConcurrentSkipListMap<>())
                .put(key, new InMemory(content.clone()));
    }

    @Override
    public Optional<StoredObject> find(String bucket, String key) {
        return Optional.ofNullable(bucket(bucket).get(key));
    }

    @Override
    public SortedMap<String, StoredObject> withPrefix(String bucket, String prefix) {
        SortedMap<String, StoredObject> found = new TreeMap<>(bucket(bucket).tailMap(prefix, true));
        found.keySet().removeIf(key -> !key.startsWith(prefix));
        return found;
    }

    private ConcurrentSkipListMap<String, StoredObject> bucket(String bucket) {
        return buckets.getOrDefault(bucket, new ConcurrentSkipListMap<>());
    }
}
