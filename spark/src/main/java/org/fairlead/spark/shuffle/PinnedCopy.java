// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.network.buffer.NioManagedBuffer;

/** A copy while a task reads it. It is given back when it was released as often as it was retained, or by {@link #close}. */
final class PinnedCopy extends ManagedBuffer implements AutoCloseable {
    private final NioManagedBuffer buffer;
    private final Runnable whenRead;
    private final Runnable whenUnread;
    private final AtomicInteger retained = new AtomicInteger();
    private final AtomicBoolean isGivenBack = new AtomicBoolean();

    /**
     * @param whenRead called once, when readers have released it
     * @param whenUnread called once in place of that, when nobody read it
     */
    PinnedCopy(ByteBuffer content, Runnable whenRead, Runnable whenUnread) {
        this.whenRead = whenRead;
        this.whenUnread = whenUnread;
        buffer = new NioManagedBuffer(content);
    }

    @Override
    public long size() {
        return buffer.size();
    }

    @Override
    public ByteBuffer nioByteBuffer() throws IOException {
        return buffer.nioByteBuffer();
    }

    @Override
    public InputStream createInputStream() throws IOException {
        return buffer.createInputStream();
    }

    @Override
    public Object convertToNetty() throws IOException {
        return buffer.convertToNetty();
    }

    @Override
    public Object convertToNettyForSsl() throws IOException {
        return buffer.convertToNettyForSsl();
    }

    @Override
    public ManagedBuffer retain() {
        retained.incrementAndGet();
        return this;
    }

    @Override
    public ManagedBuffer release() {
        if (retained.decrementAndGet() <= 0 && isGivenBack.compareAndSet(false, true)) {
            whenRead.run();
        }
        return this;
    }

    @Override
    public void close() {
        if (isGivenBack.compareAndSet(false, true)) {
            whenUnread.run();
        }
    }
}
