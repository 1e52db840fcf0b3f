// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.network.buffer.NioManagedBuffer;

/** Copies of one map task's blocks, one after the other as they stand in its output: what Spark reads as one block where it fetches in batches. */
final class JoinedCopies extends ManagedBuffer {
    private final List<ManagedBuffer> parts;

    /** @param parts at least one, in the order of their partitions */
    JoinedCopies(List<ManagedBuffer> parts) {
        this.parts = List.copyOf(parts);
    }

    /**
     * Gives back the copies that are of no use in batches: a batch is all that a task reads of a map task, from its copies or from the original.
     *
     * @param wanted all that the task reads of other executors
     * @param found copies of these; only whole batches stay
     * @return blocks whose copies were given back
     */
    static Set<CopyKey> giveBackParts(Collection<CopyKey> wanted, Map<CopyKey, PinnedCopy> found) {
        Set<Long> incomplete = wanted.stream()
                .filter(block -> !found.containsKey(block))
                .map(CopyKey::map)
                .collect(Collectors.toSet());
        Set<CopyKey> parts = new HashSet<>(found.keySet());
        parts.removeIf(block -> !incomplete.contains(block.map()));
        parts.forEach(block -> found.remove(block).close());
        return parts;
    }

    @Override
    public long size() {
        return parts.stream().mapToLong(ManagedBuffer::size).sum();
    }

    @Override
    public ByteBuffer nioByteBuffer() throws IOException {
        ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(size()));
        for (ManagedBuffer part : parts) {
            all.put(part.nioByteBuffer());
        }
        return all.flip();
    }

    @Override
    public InputStream createInputStream() throws IOException {
        List<InputStream> streams = new ArrayList<>();
        for (ManagedBuffer part : parts) {
            streams.add(part.createInputStream());
        }
        return new SequenceInputStream(Collections.enumeration(streams));
    }

    @Override
    public Object convertToNetty() throws IOException {
        return new NioManagedBuffer(nioByteBuffer()).convertToNetty();
    }

    @Override
    public Object convertToNettyForSsl() throws IOException {
        return new NioManagedBuffer(nioByteBuffer()).convertToNettyForSsl();
    }

    @Override
    public ManagedBuffer retain() {
        parts.forEach(ManagedBuffer::retain);
        return this;
    }

    @Override
    public ManagedBuffer release() {
        parts.forEach(ManagedBuffer::release);
        return this;
    }
}
