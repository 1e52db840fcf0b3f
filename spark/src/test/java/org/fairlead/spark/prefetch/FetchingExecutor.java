// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.spark.Soon.soon;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.fairlead.core.prefetch.memory.MemoryAnswer.State;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.Soon;

/** What an executor has of fetching ahead, without Spark: a store that fetches what it is asked for, and a file system as its tasks have it. */
public final class FetchingExecutor implements AutoCloseable {
    /** Of the store, unless a test says otherwise. */
    static final long MEMORY_BYTES = 64L << 20;

    private final ExecutorStore store;
    private final FileSystem files;
    private final List<ByteBuffer> chunks;

    private FetchingExecutor(ExecutorStore store, FileSystem files, List<ByteBuffer> chunks) {
        this.store = store;
        this.files = files;
        this.chunks = chunks;
    }

    /** Opens a file system as tasks have it. */
    interface TaskFiles {
        FileSystem open() throws IOException;
    }

    /** What a test says of an executor before it starts: by default it has {@link #MEMORY_BYTES} of direct memory, the system's time, and no fault. */
    public static final class Builder {
        private final TaskFiles files;
        private Configuration conf;
        private long memoryBytes = MEMORY_BYTES;
        private long objectPartBytes = 8L << 20;
        private String fault = "none";
        private IntFunction<ByteBuffer> allocation = ByteBuffer::allocateDirect;
        private TimeSource time = TimeSource.SYSTEM;

        Builder(Configuration conf, TaskFiles files) {
            this.conf = conf;
            this.files = files;
        }

        /** Of who fetches; tasks keep theirs. */
        Builder conf(Configuration other) {
            conf = other;
            return this;
        }

        Builder memoryBytes(long bytes) {
            memoryBytes = bytes;
            return this;
        }

        Builder objectPartBytes(long bytes) {
            objectPartBytes = bytes;
            return this;
        }

        /** In front of each read that could be answered from memory. */
        Builder fault(String planted) {
            fault = planted;
            return this;
        }

        /** Who makes chunks of memory, of so many bytes. */
        Builder allocation(IntFunction<ByteBuffer> other) {
            allocation = other;
            return this;
        }

        Builder time(TimeSource other) {
            time = other;
            return this;
        }

        /** As the user of this thread. */
        public FetchingExecutor start() throws IOException {
            PrefetchSettings settings =
                    new PrefetchSettings(Mode.ENFORCE, Optional.of(memoryBytes), true, objectPartBytes, fault);
            List<ByteBuffer> chunks = new CopyOnWriteArrayList<>();
            DirectMemory buffers = new DirectMemory(memoryBytes, time, bytes -> {
                ByteBuffer chunk = allocation.apply(bytes);
                chunks.add(chunk);
                return chunk;
            });
            ExecutorStore store = ExecutorStore.start(settings, 0, conf, time, buffers);
            try {
                return new FetchingExecutor(store, files.open(), chunks);
            } catch (IOException e) {
                store.close();
                throw e;
            }
        }
    }

    public ExecutorStore store() {
        return store;
    }

    /** As tasks have them. */
    public FileSystem files() {
        return files;
    }

    /** All memory that was made so far. */
    List<ByteBuffer> chunks() {
        return chunks;
    }

    /** Has something fetched of which nothing is there yet, and waits until all of it is. */
    void fetch(List<ExtentRequest> requests) throws Exception {
        for (ExtentRequest request : requests) {
            assertThat(store.request(request)).isEqualTo(State.ARRIVING);
        }
        for (ExtentRequest request : requests) {
            hold(request);
        }
    }

    /** Has something fetched, whatever is there of it, and waits until all of it is. */
    public void hold(ExtentRequest request) throws Exception {
        soon(() -> store.request(request) == State.HELD);
    }

    /** A whole file, as a task reads it. */
    byte[] read(Path file) throws IOException {
        try (FSDataInputStream in = files.open(file)) {
            return in.readAllBytes();
        }
    }

    public long count(PrefetchCount count) {
        return count.in(store.counted());
    }

    /** All counts with their names, as a description. */
    String counts() {
        long[] counted = store.counted();
        return Arrays.stream(PrefetchCount.values())
                .map(count -> count.label() + "=" + count.in(counted))
                .toList()
                .toString();
    }

    /** Waits for something that is going to be; if it is not, what was counted by then is said. */
    void soon(Callable<Boolean> condition) throws Exception {
        Soon.soon(this::counts, condition);
    }

    @Override
    public void close() throws IOException {
        files.close();
        store.close();
    }
}
