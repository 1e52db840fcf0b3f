// SPDX-License-Identifier: Apache-2.0
package org.fairlead.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.source.SourceTally;
import org.fairlead.spark.source.TimedChannel;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What it costs to count what a DataNode gives: a packet of 64 KiB that comes in as many pieces as a socket has it, is copied from memory, and whose checksum is
 * computed: the least that HDFS's client does with one, with and without counting.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SeenReadsBenchmark {
    private static final int PACKET = 64 << 10;

    /** Whether what is read is counted. */
    @Param({"false", "true"})
    public boolean counted;

    /** Reads of the socket until a packet is there: two for its header, the others for data. */
    @Param({"3", "8"})
    public int pieces;

    private final ByteBuffer packet = ByteBuffer.allocateDirect(PACKET);
    private final SourceTally tally = new SourceTally();
    private ReadableByteChannel channel;

    @Setup
    public void start() {
        ReadableByteChannel memory = new Memory(PACKET / pieces);
        channel = counted ? new TimedChannel(memory, tally::gave, TimeSource.SYSTEM) : memory;
    }

    /** Gives the same packet again and again. */
    private static final class Memory implements ReadableByteChannel {
        private final ByteBuffer bytes = ByteBuffer.allocateDirect(PACKET);
        private final int piece;

        Memory(int piece) {
            this.piece = piece;
        }

        @Override
        public int read(ByteBuffer into) {
            bytes.clear().limit(Math.min(piece, into.remaining()));
            int size = bytes.remaining();
            into.put(bytes);
            return size;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }

    @Benchmark
    public long packet() throws IOException {
        packet.clear();
        while (packet.hasRemaining()) {
            channel.read(packet);
        }
        packet.flip();
        CRC32C checksum = new CRC32C();
        checksum.update(packet);
        return checksum.getValue();
    }
}
